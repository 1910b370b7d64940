import type { Benchmark } from '../benchmark.ts';
import { measurePaletteCreation } from '../palette-creation.ts';

export const paletteCreation: Benchmark = {
  id: 'palette-creation',
  title: 'POST /v1/palettes',
  measures:
    'Palettes of ten colours with 32 connections, and at 300 requests a second: a bare Express server that stores a row as long by one knex insert, the service, and the service behind the gateway; load and PostgreSQL with durable writes on the same machine.',
  limitSeconds: 300,
  async run({ quick }) {
    const results = await measurePaletteCreation({ seconds: quick ? 2 : 10 });
    const bare = results[0]?.perSecond ?? Number.NaN;
    return results.flatMap(({ way, perSecond, p50, p99, steadyP99, failed }) => [
      { name: way, value: perSecond, unit: 'requests/s' },
      {
        name: `${way}, share of the bare one`,
        value: perSecond / bare,
        unit: '',
        ...(way === 'service' ? { aim: { atLeast: 0.8 } } : {}),
      },
      { name: `${way}, p50`, value: p50, unit: 'ms' },
      { name: `${way}, p99`, value: p99, unit: 'ms' },
      { name: `${way}, p99 at 300/s`, value: steadyP99, unit: 'ms', aim: { atMost: 25 } },
      { name: `${way}, failed`, value: failed, unit: '', aim: { atMost: 0 } },
    ]);
  },
};
