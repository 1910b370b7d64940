import { Agent, request } from 'node:http';

import type { Child } from './child.ts';
import { ownAddress } from './own-address.ts';

/** A small machine that does something else needs more than one. */
const READY_MILLISECONDS = 3 * 60_000;
/** After that, a process that has yet to answer is asked again. */
const ANSWER_MILLISECONDS = 5_000;

/** An agent of its own: the global one may be told to use a proxy (`NODE_USE_ENV_PROXY`). */
const direct = new Agent();

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    request(url, { agent: direct, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', () => {
        resolve(0);
      })
      .end();
  });

/**
 * Resolves when a process reports that it is ready; rejects when it ends before, or takes longer
 * than three minutes.
 */
export const waitUntilReady = async (child: Child, port: number, host?: string): Promise<void> => {
  const address = ownAddress(port, host);
  const state = { ended: false };
  void child.ended.then(() => {
    state.ended = true;
  });
  const end = Date.now() + READY_MILLISECONDS;
  while ((await statusOf(`${address}/health/ready`)) !== 200) {
    if (state.ended) throw new Error(`${child.name} ended while it was starting; its log stands above.`);
    if (Date.now() > end) throw new Error(`${child.name} was not ready within three minutes.`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};
