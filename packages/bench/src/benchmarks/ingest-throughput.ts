import type { Benchmark, Figure } from '../benchmark.ts';
import type { LoadResult } from '../ingest-load.ts';
import { measureIngestThroughput } from '../ingest-throughput.ts';

const figuresOf = (name: string, { p50, failed }: LoadResult): Figure[] => [
  { name: `${name}: p50`, value: p50, unit: 'ms' },
  { name: `${name}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

export const ingestThroughput: Benchmark = {
  id: 'ingest-throughput',
  title: 'Events over HTTP',
  measures:
    "Reports of the tracker from 160 connections, each acknowledged after commit, with everything on; beside it one insert per request into a table of Umami's shape (primary key and 14 indexes). Load, service and PostgreSQL share the machine.",
  limitSeconds: 300,
  async run({ quick }) {
    const result = await measureIngestThroughput(quick ? { seconds: 3 } : {});
    const { service, umamiShape, ratio, difference } = result;
    return [
      { name: 'service', value: service.perSecond, unit: 'events/s', aim: { atLeast: 8_000 } },
      ...figuresOf('service', service),
      { name: 'service: p99', value: service.p99, unit: 'ms', aim: { atMost: 40 } },
      { name: "Umami's shape", value: umamiShape.perSecond, unit: 'events/s' },
      ...figuresOf("Umami's shape", umamiShape),
      { name: "Umami's shape: p99", value: umamiShape.p99, unit: 'ms' },
      { name: 'ratio', value: ratio, unit: '×', aim: { atLeast: 5 } },
      { name: 'acknowledged and not stored', value: Math.abs(difference), unit: '', aim: { atMost: 0 } },
    ];
  },
};
