import { cpuOfTree } from '../harness/process-figures.ts';
import { askAMonth } from './ask-a-month.ts';
import { sendLoad } from './ingest-load.ts';
import type { IngestTarget } from './ingest-service.ts';
import type { TrafficSite } from './ingest-traffic.ts';

/** Processor time, in milliseconds. */
export interface Costs {
  /** Of an event. */
  readonly service: number;
  readonly database: number;
  /** Of a question about a month, service and PostgreSQL together. */
  readonly perQuestion: number;
  readonly perFilteredQuestion: number;
  readonly failed: number;
}

export interface CostsOptions {
  readonly sites: readonly TrafficSite[];
  /** The website that is asked about. */
  readonly websiteId: number;
  readonly seconds: number;
}

const CONNECTIONS = 160;
const QUESTIONS = 20;

/**
 * Sends events for some seconds and asks some questions. Processor time, unlike a rate, says the same
 * on a machine that others use, too.
 */
export const measureCosts = async (
  target: IngestTarget,
  { sites, websiteId, seconds }: CostsOptions,
): Promise<Costs> => {
  const cpu = async (): Promise<{ service: number; database: number }> => ({
    service: (await cpuOfTree(target.servicePid)) / 1_000,
    database:
      (await Promise.all(target.postgresPids.map(cpuOfTree))).reduce((sum, time) => sum + time, 0) / 1_000,
  });
  const load = { path: '/collect', connections: CONNECTIONS, seconds };
  await sendLoad(target.url, sites, { ...load, seed: 2 });
  await sendLoad(target.url, sites, { ...load, seed: 1 });
  const before = await cpu();
  const { acknowledged, failed } = await sendLoad(target.url, sites, { ...load, seed: 1 });
  const after = await cpu();
  const costOf = async (withFilter: boolean): Promise<number> => {
    await askAMonth(target, websiteId, withFilter);
    const begun = await cpu();
    for (let asked = 0; asked < QUESTIONS; asked += 1) await askAMonth(target, websiteId, withFilter);
    const ended = await cpu();
    return (ended.service + ended.database - begun.service - begun.database) / QUESTIONS;
  };
  return {
    failed,
    service: (after.service - before.service) / acknowledged,
    database: (after.database - before.database) / acknowledged,
    perQuestion: await costOf(false),
    perFilteredQuestion: await costOf(true),
  };
};
