import { createServer } from 'node:net';
import type { Server } from 'node:net';

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    // Clients that connect before the gateway listens are dropped and may try again.
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(port, () => {
      resolve(server);
    });
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

/**
 * Holds a port until the gateway is about to listen on it. Otherwise, if two platforms started on
 * the same port at once, the second would mistake the first one's gateway for its own.
 * @returns a function that releases it; may be called more than once
 * @throws an error that names the port if it is taken
 */
export const holdPort = async (port: number): Promise<() => Promise<void>> => {
  const server = await listen(port).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} is in use by another process. Choose another one: PORT=${port + 1} npm start`,
      );
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this user. Choose one above 1023.`);
    throw error;
  });
  return () => close(server);
};
