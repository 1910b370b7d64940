import { request } from 'node:http';

import type { Child } from './child.ts';

const READY_MILLISECONDS = 60_000;

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    request(url, { timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', () => {
        resolve(0);
      })
      .end();
  });

/** Resolves when a process reports that it is ready; rejects when it ends before, or takes longer than a minute. */
export const waitUntilReady = async (child: Child, port: number): Promise<void> => {
  const state = { ended: false };
  void child.ended.then(() => {
    state.ended = true;
  });
  const end = Date.now() + READY_MILLISECONDS;
  while ((await statusOf(`http://127.0.0.1:${port}/health/ready`)) !== 200) {
    if (state.ended) throw new Error(`${child.name} ended while it was starting; its log stands above.`);
    if (Date.now() > end) throw new Error(`${child.name} was not ready within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
};
