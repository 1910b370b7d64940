import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Connects to the first of `ports` that answers. */
const connectToOne = async (ports: readonly number[]): Promise<Socket> => {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (isConnected) return socket;
  }
  throw new Error('nobody listens');
};

/**
 * Mode of a link: passes on, refuses and cuts, passes nothing on but keeps connections, answers
 * with noise, or passes on late.
 */
export type LinkMode = 'open' | 'cut' | 'frozen' | 'garbage' | { readonly delayMilliseconds: number };

/** A way between two processes that can be disturbed. */
export interface Link {
  port: number;
  set(mode: LinkMode): void;
  /** Leads new connections elsewhere; those there are stay. */
  lead(targets: readonly number[]): void;
  close(): Promise<void>;
}

const GARBAGE_BYTES = 2_000;

/**
 * Listens on a free port and passes connections on to `first` (ports on this machine) in turn, as
 * a load balancer does. One that refuses is passed over.
 */
export const createLink = async (first: readonly number[]): Promise<Link> => {
  let targets = first;
  let mode: LinkMode = 'open';
  let turn = 0;
  const sockets = new Set<Socket>();

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    if (mode === 'frozen') socket.pause();
  };

  /** Now, or as late as the link is slow; the order stays. */
  const pass = (act: () => void): void => {
    if (typeof mode === 'object') setTimeout(act, mode.delayMilliseconds);
    else act();
  };

  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (chunk: Buffer) => {
      pass(() => {
        if (to.destroyed || to.write(chunk)) return;
        from.pause();
        to.once('drain', () => {
          if (mode !== 'frozen') from.resume();
        });
      });
    });
    from.once('close', () => {
      pass(() => to.destroy());
    });
    from.once('end', () => {
      pass(() => to.end());
    });
  };

  const accept = async (client: Socket): Promise<void> => {
    keep(client);
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    if (mode === 'garbage') {
      client.end(randomBytes(GARBAGE_BYTES));
      return;
    }
    client.pause();
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] ?? 0);
    turn += 1;
    const server = await connectToOne(order);
    keep(server);
    forward(client, server);
    forward(server, client);
    // The mode may have changed while the connection was made.
    if ((mode as LinkMode) !== 'frozen') client.resume();
  };

  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    accept(client).catch(() => client.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  return {
    port: (listener.address() as AddressInfo).port,
    set(next) {
      mode = next;
      for (const socket of sockets) {
        if (mode === 'cut' || mode === 'garbage') socket.destroy();
        else if (mode === 'frozen') socket.pause();
        else socket.resume();
      }
    },
    lead(next) {
      targets = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => {
          resolve();
        });
      }),
  };
};
