import { setTimeout as sleep } from 'node:timers/promises';

import type { Acknowledged, Client } from './client.ts';
import type { Seen } from './load.ts';

/** Generous, as the machine may be busy; a record that is there is found in milliseconds. */
const PATIENCE_MILLISECONDS = 90_000;
const PAUSE_MILLISECONDS = 250;
const AT_ONCE = 8;

const statusOf = (body: unknown): unknown => (body as { data?: { status?: unknown } }).data?.status;

/** True once a report is generated, and the customer was told of it. */
const isKnown = (client: Client, path: string, body: unknown): boolean =>
  statusOf(body) === 'generated' && client.isTold(path);

/** True once a record is there and, if it is work, done; undefined while that may still come. */
const isKept = async (client: Client, { kind, path }: Acknowledged): Promise<boolean | undefined> => {
  const { status, body } = await client.get(path);
  if (status === 404) return false;
  if (status !== 200) return undefined;
  if (kind === 'export') return statusOf(body) === 'completed' ? true : undefined;
  // A page that couldn't be fetched in the turmoil is a result, too.
  if (kind === 'report') return statusOf(body) === 'failed' || isKnown(client, path, body) || undefined;
  return true;
};

/**
 * Reads everything back that was acknowledged, and returns what is not there: one line each. Work
 * that was accepted must have been done, and webhooks must have told of reports.
 */
export const findLost = async (client: Client, seen: Seen): Promise<string[]> => {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  const lost: string[] = [];
  const left = [...seen.acknowledged];
  const check = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      let kept = await isKept(client, next);
      while (kept === undefined && Date.now() < end) {
        await sleep(PAUSE_MILLISECONDS);
        kept = await isKept(client, next);
      }
      if (kept !== true) lost.push(`${next.kind} ${next.path}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, check));
  let stored = await client.pageviews();
  while (stored < seen.hits && Date.now() < end) {
    await sleep(PAUSE_MILLISECONDS);
    stored = await client.pageviews();
  }
  if (stored < seen.hits) lost.push(`${seen.hits - stored} of ${seen.hits} page views`);
  return lost;
};
