import type { Benchmark } from '../benchmark.ts';
import { measureIngestBytes } from '../ingest-bytes.ts';

export const ingestBytes: Benchmark = {
  id: 'ingest-bytes',
  title: 'Bytes an event',
  measures:
    'A month of traffic of 101 websites (1 M events) sent to POST /api/v1/events in batches of 1,000; then the size of each table, indexes included, by the number of events.',
  limitSeconds: 900,
  async run({ quick }) {
    const { perEvent, tables, perSecond } = await measureIngestBytes(quick ? 50_000 : 1_000_000);
    const others = Object.entries(tables).filter(([name]) => name !== 'events');
    return [
      { name: 'events with their index', value: perEvent, unit: 'bytes', aim: { atMost: 120 } },
      ...others.map(([name, value]) => ({ name, value, unit: 'bytes' })),
      { name: 'backfill', value: perSecond, unit: 'events/s' },
    ];
  },
};
