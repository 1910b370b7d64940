import type { Benchmark } from '../benchmark.ts';
import { measureReportsThroughput } from '../reports-throughput.ts';

export const reportsThroughput: Benchmark = {
  id: 'reports-throughput',
  title: 'Page reports',
  measures:
    'Reports of a 50 KB page with style sheet, scripts and pictures on the loopback interface, 50 at once, from POST to the answer with the result; one instance of the service, PostgreSQL and the site on the same machine.',
  limitSeconds: 300,
  async run({ quick }) {
    const result = await measureReportsThroughput({ reports: quick ? 60 : 400 });
    return [
      { name: 'reports', value: result.perSecond, unit: 'reports/s', aim: { atLeast: 30 } },
      { name: 'p50', value: result.p50, unit: 'ms' },
      { name: 'p95', value: result.p95, unit: 'ms', aim: { atMost: 3_000 } },
      { name: 'p99', value: result.p99, unit: 'ms' },
      { name: 'without a result', value: result.failed, unit: '', aim: { atMost: 0 } },
    ];
  },
};
