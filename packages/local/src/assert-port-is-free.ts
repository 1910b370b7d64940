import { createServer } from 'node:net';
import type { Server } from 'node:net';

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
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
 * Rejects with a message that names the port if it is taken; looked at first, before anything was
 * started for nothing.
 */
export const assertPortIsFree = async (port: number): Promise<void> => {
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
  await close(server);
};
