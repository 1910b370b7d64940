import { parseArgs } from 'node:util';

import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { corpusOf } from './corpus.ts';
import { histogramOf, spreadOf } from './histogram.ts';
import { HOSTINGS, servedAs } from './hosting.ts';
import type { Hosting } from './hosting.ts';

/**
 * `node rate-corpus.ts FOLDER [--as bare|hosted|published] [--all]`: rates the artifacts that
 * `gather-corpus.ts` wrote and prints quartiles, ratings and a histogram; with `--all` every page
 * as well. Pages are `hosted` unless told otherwise (`hosting.ts`).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string', default: 'hosted' }, all: { type: 'boolean', default: false } },
});
const isHosting = (name: string): name is Hosting => Object.hasOwn(HOSTINGS, name);
if (!isHosting(values.as)) throw new Error(`--as is one of ${Object.keys(HOSTINGS).join(', ')}.`);
const hosting = values.as;
const registry = createCheckRegistry();
const rated = corpusOf(positionals[0] ?? '')
  .map(({ file, artifacts }) => ({ file, report: audit(servedAs(hosting, artifacts), registry) }))
  .toSorted((a, b) => a.report.score - b.report.score);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (values.all)
  for (const { file, report } of rated)
    print(
      `${String(report.score).padStart(3)} ${report.result.padEnd(6)} ${report.categories.map(({ score }) => score).join('/')} ${file} ${report.notices.map(({ code }) => code).join(',')}`,
    );
const scores = rated.map(({ report }) => report.score);
const { quantiles, ratings } = spreadOf(scores);
print(`${scores.length} pages ${hosting}; minimum, quartiles, maximum: ${quantiles.join(' ')}`);
for (const [rating, count] of Object.entries(ratings)) print(`${rating}: ${count}`);
for (const line of histogramOf(scores)) print(line);
