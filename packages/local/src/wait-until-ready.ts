import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Child } from './child.ts';
import { ownAddress } from './own-address.ts';

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
