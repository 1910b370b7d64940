import { sendLoad } from '../ingest/ingest-load.ts';
import type { LoadResult } from '../ingest/ingest-load.ts';
import { startIngestTarget } from '../ingest/ingest-service.ts';
import type { IngestTarget } from '../ingest/ingest-service.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';

/** The heaviest that may be asked: a century by day, beside the year before. */
const QUESTION = {
  metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'],
  dimensions: ['time:day'],
  date_range: { from: '1999-12-31', to: '2099-12-31' },
  compare: 'previous_year',
  sort: [{ by: 'visitors', order: 'desc' }],
  per_page: 1_000,
};
const CONNECTIONS = 8;

/** Asks again and again until `isOver`. @returns how often, and how long the slowest answer took */
const ask = async (target: IngestTarget, website: number, isOver: () => boolean) => {
  let [asked, slowest] = [0, 0];
  while (!isOver()) {
    const begun = performance.now();
    const answer = await fetch(`${target.url}/api/v1/stats/${website}/query`, {
      method: 'POST',
      headers: { authorization: await target.authorize(), 'content-type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    if (!answer.ok)
      throw new Error(`The question was answered with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    asked += 1;
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return { asked, slowest };
};

const figuresOf = (name: string, { p50, p99, failed }: LoadResult, aim?: Figure['aim']): Figure[] => [
  { name: `${name}: p50`, value: p50, unit: 'ms' },
  { name: `${name}: p99`, value: p99, unit: 'ms', ...(aim && { aim }) },
  { name: `${name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

export const ingestBesideQuestions: Benchmark = {
  id: 'ingest-beside-questions',
  title: 'Events beside the heaviest question',
  measures:
    'Latency of the collect endpoint from 8 connections, alone and while the heaviest permitted question is asked without a pause: a century by day, with a comparison, in a time zone with summer time.',
  limitSeconds: 120,
  async run({ quick, cleanUp }) {
    const target = await startIngestTarget(11, { timezone: 'Europe/Berlin' });
    cleanUp(() => target.stop());
    const seconds = quick ? 3 : 10;
    const send = (seed: number) =>
      sendLoad(target.url, target.sites, { seed, seconds, path: '/collect', connections: CONNECTIONS });
    await send(3);
    const alone = await send(1);
    let isOver = false;
    const asking = ask(target, target.websiteIds[0] ?? 0, () => isOver);
    const beside = await send(2).finally(() => {
      isOver = true;
    });
    const { asked, slowest } = await asking;
    return [
      ...figuresOf('alone', alone),
      ...figuresOf('beside questions', beside, { atMost: 40 }),
      { name: 'questions', value: asked, unit: '' },
      { name: 'slowest question', value: slowest, unit: 'ms' },
    ];
  },
};
