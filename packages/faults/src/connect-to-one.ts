import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Connects to the first of `ports` that answers. */
export const connectToOne = async (ports: readonly number[]): Promise<Socket> => {
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
