import { setTimeout as sleep } from 'node:timers/promises';

import type { Acknowledged, Client, Outcome } from './client.ts';

/** Observations of clients during a load. */
export interface Seen {
  requests: number;
  /** Requests that got no 2xx, by status. */
  failures: Map<Outcome['status'], number>;
  /** The first few of them: what was asked for, and what the answer said. */
  problems: string[];
  acknowledged: Acknowledged[];
  /** Page views that were taken. */
  hits: number;
}

export interface Load {
  /** Observations so far. */
  readonly seen: Readonly<Seen>;
  /** Ends it when the requests in flight are answered. */
  stop(): Promise<Seen>;
}

const WORKERS = 4;
const PAUSE_MILLISECONDS = 20;
/** How often each kind of request comes. Reports cost the most. */
const MIX = ['hit', 'read', 'hit', 'palette', 'hit', 'export', 'read', 'website', 'hit', 'export'] as const;
const REPORT_EVERY = 40;
const PROBLEMS_KEPT = 20;

/** Starts mixed traffic of a few clients who send nothing twice. */
export const startLoad = (client: Client): Load => {
  const seen: Seen = { requests: 0, failures: new Map(), problems: [], acknowledged: [], hits: 0 };
  let isStopping = false;

  const note = (kind: string, { status, acknowledged, isHit = false, problem }: Outcome): void => {
    seen.requests += 1;
    if (acknowledged) seen.acknowledged.push(acknowledged);
    if (isHit) seen.hits += 1;
    if (status !== 'no answer' && status < 300) return;
    seen.failures.set(status, (seen.failures.get(status) ?? 0) + 1);
    if (seen.problems.length < PROBLEMS_KEPT) seen.problems.push(`${kind}: ${status} ${problem ?? ''}`);
  };
  const work = async (worker: number): Promise<void> => {
    for (let round = worker; !isStopping; round += 1) {
      const kind = round % REPORT_EVERY === 0 ? 'report' : (MIX[round % MIX.length] ?? 'read');
      note(kind, await client.operations[kind]());
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  const workers = Array.from({ length: WORKERS }, (_, index) => work(index * 3));
  return {
    seen,
    async stop() {
      isStopping = true;
      await Promise.all(workers);
      return seen;
    },
  };
};
