import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from './client.ts';
import type { Fault } from './fault.ts';
import { findLost } from './find-lost.ts';
import { startLoad } from './load.ts';
import type { Seen } from './load.ts';
import { memoryByProcess, totalOf } from './memory.ts';
import type { Cluster } from './start-cluster.ts';

/** Effect of one fault. */
export interface Row {
  name: string;
  requests: number;
  /** Requests without success, by status. */
  failures: Seen['failures'];
  /** From the end of the fault (a kill ends at once) until requests of every kind succeed again. */
  secondsUntilWell: number;
  acknowledged: number;
  /** Acknowledged records that are missing, one line each. */
  lost: readonly string[];
  /** Resident memory of all processes in MB. */
  memory: readonly [before: number, after: number];
}

const CALM_MILLISECONDS = 500;
const FAULT_MILLISECONDS = 3_000;
/** Far beyond what a busy machine needs: past it the platform doesn't recover at all. */
const RECOVERY_MILLISECONDS = 120_000;
/** So many rounds in a row must succeed, as there are two of everything. */
const ROUNDS = 3;

/** The kinds of requests that must succeed for the platform to be well. */
const KINDS = ['read', 'hit', 'website', 'palette', 'export'] as const;

/** Describes what still fails, and the answer; undefined if all is well. */
const whatFails = async ({ operations }: Client): Promise<string | undefined> => {
  for (const kind of KINDS) {
    const { status, problem = '' } = await operations[kind]();
    if (status === 'no answer' || status >= 300) return `${kind}: ${status} ${problem}`;
  }
  return undefined;
};

/** Seconds until the platform is well. @throws if it doesn't get well */
const untilWell = async (client: Client): Promise<number> => {
  const start = performance.now();
  for (let rounds = 0, seconds = 0; ;) {
    const failing = await whatFails(client);
    if (failing === undefined) {
      if (rounds === 0) seconds = (performance.now() - start) / 1_000;
      rounds += 1;
      if (rounds === ROUNDS) return seconds;
    } else rounds = 0;
    if (performance.now() - start > RECOVERY_MILLISECONDS)
      throw new Error(`The platform does not recover. ${failing ?? ''}`);
    await sleep(50);
  }
};

/** Lets one thing go wrong under load, waits until all is well, and reads back what was promised. */
export const tryFault = async (cluster: Cluster, client: Client, fault: Fault): Promise<Row> => {
  await client.begin();
  const before = totalOf(await memoryByProcess(cluster.members.values()));
  const load = startLoad(client);
  await sleep(CALM_MILLISECONDS);
  const mend = await fault.begin(cluster);
  await sleep(FAULT_MILLISECONDS);
  await mend();
  const secondsUntilWell = await untilWell(client);
  const seen = await load.stop();
  const lost = await findLost(client, seen);
  const after = totalOf(await memoryByProcess(cluster.members.values()));
  return {
    name: fault.name,
    requests: seen.requests,
    failures: seen.failures,
    secondsUntilWell,
    acknowledged: seen.acknowledged.length + seen.hits,
    lost,
    memory: [before, after],
  };
};
