import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

// Below the range of outgoing connections, which might otherwise take a port before its user does.
const FIRST = 15_000;
const LAST = 32_000;
const APART = 100;

let next = process.pid * APART + randomInt(APART);

/**
 * Each process begins elsewhere, and goes on to the next port each time, so that a port isn't promised
 * to two users before either of them listens.
 */
const nextPort = (): number => {
  next += 1;
  return FIRST + (next % (LAST - FIRST));
};

/** A server on a port of 127.0.0.1 that was free. */
const hold = (): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const port = nextPort();
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(hold());
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, port });
    });
  });

/** Finds `count` different ports of 127.0.0.1 that nothing listens on now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const held = await Promise.all(Array.from({ length: count }, hold));
  await Promise.all(held.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  return held.map(({ port }) => port);
};

/** The flag of a process whose parent holds its port. */
export const PORT_IS_HELD = '--port-is-held';
/** Messages between the two processes. */
export const RELEASE_PORT = 'release-port';
export const PORT_RELEASED = 'port-released';

/**
 * Takes the port that the parent process holds and answers on, where it does: asks for it, and resolves when it
 * is free. The parent may keep it until what this process leads to is up.
 */
export const takeHeldPort = async (isHeld: boolean): Promise<void> => {
  if (!isHeld || process.send === undefined) return;
  const released = once(process, 'message');
  process.send(RELEASE_PORT);
  await released;
};
