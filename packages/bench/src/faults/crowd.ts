import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A crowd of clients that holds connections and never finishes a request. */
export interface Crowd {
  leave(): void;
}

const HEAD = 'GET /api/v1/websites HTTP/1.1\r\nHost: slow\r\n';

/** Opens `count` connections; every tenth sends a request a header at a time, and never its end. */
export const holdConnections = (port: number, count: number): Crowd => {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    if (index % 10 === 0) socket.write(HEAD);
    sockets.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of sockets.filter((_, index) => index % 10 === 0))
      if (socket.writable) socket.write('X-Slow: 1\r\n');
  }, 500);
  return {
    leave() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
};
