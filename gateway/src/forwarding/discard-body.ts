import type { IncomingMessage } from 'node:http';

const DISCARD_MILLISECONDS = 5_000;
/** Read at once: what a client has on its way before it sees the answer. */
const PROMPT_BYTES = 256 * 1024;
/** Then 4 MB a second. */
const PIECE_BYTES = 128 * 1024;
const PAUSE_MILLISECONDS = 32;

/**
 * Reads the rest of a body for a while and drops it, so that the client gets to read the answer. Not at
 * full speed: to refuse a large body has to cost less than to send it.
 */
export const discardBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let room = PROMPT_BYTES;
  let pause: NodeJS.Timeout | undefined;
  request.unpipe();
  request.removeAllListeners('data');
  request.on('data', (chunk: Buffer) => {
    room -= chunk.length;
    if (room > 0) return;
    request.pause();
    room = PIECE_BYTES;
    pause = setTimeout(() => request.resume(), PAUSE_MILLISECONDS);
  });
  request.resume();
  const end = setTimeout(() => request.destroy(), DISCARD_MILLISECONDS).unref();
  request.once('close', () => {
    clearTimeout(end);
    clearTimeout(pause);
  });
};

const LOOK_MILLISECONDS = 250;

/**
 * Ends a request whose body is many times as long as it may be, but announced no length. Whoever reads
 * it refuses it before, and would then read on to its end.
 */
export const endEndless = (request: IncomingMessage, limit: number): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const { socket } = request;
  const most = socket.bytesRead + 10 * limit;
  const timer = setInterval(() => {
    if (socket.bytesRead > most) socket.destroy();
  }, LOOK_MILLISECONDS).unref();
  request.once('close', () => {
    clearInterval(timer);
  });
};
