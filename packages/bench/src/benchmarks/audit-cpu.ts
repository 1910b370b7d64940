import { measureAuditCpu } from '../audit-cpu.ts';
import type { Benchmark, Figure } from '../benchmark.ts';

export const auditCpu: Benchmark = {
  id: 'audit-cpu',
  title: 'Audit of a page',
  measures:
    'CPU time to parse a page and run every check over it, on pages of 50, 200 and 1,000 KB, and how many different reports the same page gives.',
  limitSeconds: 180,
  async run({ quick }) {
    const figures: Figure[] = [];
    for (const kilobytes of [50, 200, 1000]) {
      const { p50, p95, distinct } = await measureAuditCpu(kilobytes, quick ? 10 : 100);
      figures.push(
        {
          name: `${kilobytes} KB, p50`,
          value: p50,
          unit: 'ms',
          ...(kilobytes === 200 ? { aim: { atMost: 30 } } : {}),
        },
        { name: `${kilobytes} KB, p95`, value: p95, unit: 'ms' },
        { name: `${kilobytes} KB, different reports`, value: distinct, unit: '', aim: { atMost: 1 } },
      );
    }
    return figures;
  },
};
