import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';

/** Times of requests one after the other over one connection, in milliseconds. */
export const timeAlone = async (
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    times.push(performance.now() - begun);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
};

/** In milliseconds with two digits. */
export const quantile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
