import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Child } from './child.ts';

/** Where this machine reaches a process that listens on a host, which may be all of them. */
export const ownAddress = (port: number, host = '127.0.0.1'): string => {
  // A process that listens everywhere is asked on the loopback interface.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
};

/** A small machine that does something else needs more than one. */
const READY_MILLISECONDS = 3 * 60_000;
/** After that, a process that has yet to answer is asked again. */
const ANSWER_MILLISECONDS = 5_000;

/** A separate agent: the global one may be set to use a proxy (`NODE_USE_ENV_PROXY`). */
const direct = new Agent();

interface Answer {
  /** 0 when there was none. */
  status: number;
  /** Message of the process, or the reason why there was none. */
  said: string;
}

const ask = (url: string): Promise<Answer> =>
  new Promise((resolve) => {
    request(url, { agent: direct, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) }, (response) => {
      const status = response.statusCode ?? 0;
      text(response).then(
        (body) => {
          resolve({ status, said: `${status} ${body.slice(0, 200)}` });
        },
        () => {
          resolve({ status, said: String(status) });
        },
      );
    })
      .on('error', (error) => {
        resolve({ status: 0, said: error.message });
      })
      .end();
  });

/**
 * Resolves when a process reports that it is ready; rejects when it ends before, or takes longer
 * than three minutes.
 * @param options.host what the process listens on
 * @param options.onAnswer told what it says until it is ready
 */
export const waitUntilReady = async (
  child: Child,
  port: number,
  options: { host?: string | undefined; onAnswer?: (said: string) => void } = {},
): Promise<void> => {
  const address = ownAddress(port, options.host);
  const state = { ended: false };
  void child.ended.then(() => {
    state.ended = true;
  });
  const end = Date.now() + READY_MILLISECONDS;
  for (;;) {
    const { status, said } = await ask(`${address}/health/ready`);
    // Looked at first: what answers may be another program, which has taken the port.
    if (state.ended) throw new Error(`${child.name} ended while it was starting; its log is above.`);
    if (status === 200) return;
    if (Date.now() > end)
      throw new Error(`${child.name} was not ready within three minutes. It last said: ${said}`);
    options.onAnswer?.(said);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};

const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;
/** A process that has run for this long is healthy: its next pause is the first one again. */
const HEALTHY_MILLISECONDS = 60_000;

export interface SuperviseOptions {
  child: Child;
  /** Starts the process anew. */
  start: () => Child | Promise<Child>;
  log: (line: string) => void;
  firstPause?: number;
}

/**
 * Restarts a process whenever it ends, after a pause that doubles up to half a minute while it keeps
 * ending. `pid` is that of the process that runs now; `stop` ends it for good.
 */
export const supervise = (options: SuperviseOptions): Child => {
  const { start, log, firstPause = FIRST_PAUSE_MILLISECONDS } = options;
  const { name } = options.child;
  const stopped = Promise.withResolvers<undefined>();
  let current = options.child;
  let isStopping = false;

  const watch = async (): Promise<void> => {
    for (let pause = firstPause; ;) {
      const startedAt = Date.now();
      const code = await current.ended;
      if (isStopping) return;
      pause = Date.now() - startedAt < HEALTHY_MILLISECONDS ? pause : firstPause;
      log(
        `${name} ended (${code === null ? 'by a signal' : `exit code ${code}`}); it starts again in ${pause / 1000} s.`,
      );
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pause).unref()), stopped.promise]);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
      // `stop` may have been called during the pause.
      if (isStopping as boolean) return;
      try {
        current = await start();
      } catch (error) {
        log(`${name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
      }
      // `stop` may have been called during the start, and has stopped only the process before.
      if (isStopping as boolean) {
        await current.stop();
        return;
      }
    }
  };
  const watching = watch();

  return {
    name,
    get pid() {
      return current.pid;
    },
    ended: watching.then(() => null),
    async stop(killAt) {
      isStopping = true;
      stopped.resolve(undefined);
      await current.stop(killAt);
      await watching;
    },
  };
};
