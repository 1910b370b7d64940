import { connect } from 'node:net';
import type { Socket } from 'node:net';

import type { Request } from 'autocannon';

import { percentile } from './percentile.ts';

/** Result of a load. */
export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers with the expected status. */
  readonly acknowledged: number;
  /** All other answers, and requests without one. */
  readonly failed: number;
}

export interface SteadyOptions {
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  /** Status of the answers that count as acknowledged. */
  readonly status: number;
}

interface Line {
  socket: Socket;
  /** When the request that is under way was due. */
  due: number;
  received: string;
}

const TICK_MILLISECONDS = 2;
const PATIENCE_MILLISECONDS = 10_000;
const END = '\r\n\r\n';

const textOf = (host: string, { method, path, headers, body }: Request): Buffer => {
  const bytes = Buffer.from(String(body));
  const all = { host, ...headers, 'content-length': String(bytes.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
};

/** True when an answer has arrived with its body, whose length must be announced. */
const isWhole = (received: string): boolean => {
  const head = received.indexOf(END);
  if (head < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(received.slice(0, head))?.[1] ?? 0;
  return received.length >= head + END.length + Number(length);
};

/**
 * Sends requests, round and round, at a steady rate, whether or not earlier ones are answered; a
 * request's latency counts from the moment at which it was due. (autocannon's rates are bursts at the
 * beginning of each second, so that their 99th percentile is the time that a burst takes.)
 */
export const sendSteadily = async (
  url: string,
  load: readonly Request[],
  { seconds, connections, rate, status }: SteadyOptions,
): Promise<LoadResult> => {
  const { hostname, port, host } = new URL(url);
  const requests = load.map((request) => textOf(host, request));
  const latencies: number[] = [];
  const free: Line[] = [];
  const waiting: number[] = [];
  let [sent, failed] = [0, 0];

  const put = (line: Line, due: number): void => {
    line.due = due;
    line.socket.write(requests[sent % requests.length] ?? '');
    sent += 1;
  };
  const next = (line: Line): void => {
    const due = waiting.shift();
    if (due === undefined) free.push(line);
    else put(line, due);
  };
  const open = (): Line => {
    const line: Line = { socket: connect(Number(port), hostname), due: NaN, received: '' };
    line.socket.setNoDelay().on('data', (chunk: Buffer) => {
      line.received += chunk.toString('latin1');
      if (!isWhole(line.received)) return;
      if (line.received.startsWith(`HTTP/1.1 ${status} `)) latencies.push(performance.now() - line.due);
      else failed += 1;
      line.received = '';
      next(line);
    });
    line.socket.on('error', () => {
      failed += 1;
      next(open());
    });
    return line;
  };

  for (let index = 0; index < connections; index += 1) free.push(open());
  const begun = performance.now();
  let planned = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const isOver = now - begun > seconds * 1_000;
      for (; !isOver && begun + (planned / rate) * 1_000 <= now; planned += 1) {
        const due = begun + (planned / rate) * 1_000;
        const line = free.shift();
        if (line) put(line, due);
        else waiting.push(due);
      }
      const isDone = latencies.length + failed >= planned;
      if (!isOver || (!isDone && now - begun < seconds * 1_000 + PATIENCE_MILLISECONDS)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MILLISECONDS);
  });
  for (const { socket } of free) socket.destroy();
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    acknowledged: latencies.length,
    failed: planned - latencies.length,
  };
};
