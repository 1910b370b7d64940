import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { asHosted } from './as-hosted.ts';

/**
 * `node rate-corpus.ts FOLDER [--hosted] [--all]`: rates the artifacts that `gather-corpus.ts` wrote and prints
 * quartiles, ratings and a histogram in steps of five points; with `--all` every page as well.
 * `--hosted` rates them as an ordinary host would serve them (`asHosted`).
 */
const [folder = '', ...flags] = process.argv.slice(2);
const registry = createCheckRegistry();
const rated = readdirSync(folder)
  .map((file) => {
    const artifacts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as PageArtifacts;
    const report = audit(flags.includes('--hosted') ? asHosted(artifacts) : artifacts, registry);
    return { file, report };
  })
  .sort((a, b) => a.report.score - b.report.score);
const scores = rated.map(({ report }) => report.score);
const quantile = (share: number): number => scores[Math.round(share * (scores.length - 1))] ?? 0;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (flags.includes('--all'))
  for (const { file, report } of rated)
    print(
      `${String(report.score).padStart(3)} ${report.result.padEnd(6)} ${report.categories.map(({ score }) => String(score)).join('/')} ${file} ${report.notices.map(({ code }) => code).join(',')}`,
    );
print(
  `${String(scores.length)} pages; min, quartiles, max: ${[0, 0.25, 0.5, 0.75, 1].map(quantile).join(' ')}`,
);
for (const result of ['bad', 'decent', 'good'])
  print(`${result}: ${String(rated.filter(({ report }) => report.result === result).length)}`);
for (let from = 0; from < 100; from += 5) {
  const count = scores.filter((score) => score >= from && score < from + 5 + Number(from === 95)).length;
  if (count > 0)
    print(`${String(from).padStart(3)}–${String(from + 4)} ${'#'.repeat(count)} ${String(count)}`);
}
