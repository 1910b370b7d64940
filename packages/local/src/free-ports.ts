import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

const listen = (port: number, host?: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(server);
    });
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

/** As many ports of 127.0.0.1 as asked for, that nothing listens on now; all different. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
};

/** Rejects with a message that names the port if it is taken; looked at first, before anything was started for nothing. */
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
