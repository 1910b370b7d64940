import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { PageArtifacts } from '../page/page-artifacts.ts';
import { createCheckRegistry } from '../checks/registry.ts';
import { audit } from './audit.ts';

/**
 * `node audit-cli.ts [--times 100] < artifacts.json`: audits gathered artifacts offline and prints
 * the report. With `--times`, prints the CPU milliseconds of each audit and the number of distinct
 * reports (which must be 1). `--warm-up` adds unmeasured rounds before that.
 */
const { values } = parseArgs({
  options: { times: { type: 'string' }, 'warm-up': { type: 'string', default: '0' } },
});
const artifacts = JSON.parse(readFileSync(0, 'utf8')) as PageArtifacts;
const registry = createCheckRegistry();

if (values.times === undefined) {
  process.stdout.write(`${JSON.stringify(audit(artifacts, registry), null, 2)}\n`);
} else {
  const times = Number(values.times);
  const warmUp = Number(values['warm-up']);
  const cpu: number[] = [];
  const digests = new Set<string>();
  for (let round = -warmUp; round < times; round++) {
    const before = process.cpuUsage();
    const report = audit(artifacts, registry);
    const { user, system } = process.cpuUsage(before);
    if (round < 0) continue;
    cpu.push((user + system) / 1000);
    digests.add(createHash('sha256').update(JSON.stringify(report)).digest('hex'));
  }
  process.stdout.write(
    `${JSON.stringify({ cpu, distinct: digests.size, checks: registry.checks.length })}\n`,
  );
}
