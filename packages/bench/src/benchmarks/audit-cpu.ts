import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { auditArtifacts } from '../audit/audit-pages.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { median, percentile } from '../harness/percentile.ts';

/** CPU of the audit of one page, in milliseconds, over its rounds. */
export interface AuditCpu {
  readonly kilobytes: number;
  readonly rounds: number;
  readonly p50: number;
  readonly p95: number;
  /** How many different reports the rounds gave; more than one is a fault. */
  readonly distinct: number;
  readonly checks: number;
}

const CLI = fileURLToPath(new URL('../../../../services/reports/src/audit/audit-cli.ts', import.meta.url));

const inTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/**
 * Audits one page over and over in a process of its own: parse, all checks, score. A thread of the
 * service is warm after some pages, so the first rounds aren't counted.
 */
export const measureAuditCpu = async (kilobytes: number, rounds = 100): Promise<AuditCpu> => {
  const child = spawn(process.execPath, [CLI, '--times', String(rounds), '--warm-up', '20'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(auditArtifacts(kilobytes * 1024)));
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`The audit ended with code ${String(code)}`);
  const { cpu, distinct, checks } = JSON.parse(output) as { cpu: number[]; distinct: number; checks: number };
  const [p50, p95] = [inTenths(median(cpu)), inTenths(percentile(cpu, 0.95))];
  return { kilobytes, rounds, p50, p95, distinct, checks };
};

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
