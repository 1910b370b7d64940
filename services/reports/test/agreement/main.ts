import { parseArgs } from 'node:util';

import { compareActRules } from './act-rules.ts';
import { compareHtml5lib } from './html5lib.ts';
import { compareLighthouse } from './lighthouse-seo.ts';

/**
 * `node main.ts [--act FOLDER] [--html5lib FOLDER] [--lighthouse FOLDER]`: holds our verdicts
 * against checkouts of act-rules/act-rules.github.io, html5lib/html5lib-tests and
 * GoogleChrome/lighthouse, and prints how many agree and which don't. It fails where a difference
 * isn't a known one.
 */
const { values } = parseArgs({
  options: { act: { type: 'string' }, html5lib: { type: 'string' }, lighthouse: { type: 'string' } },
});
const suites = [
  ...(values.act === undefined ? [] : compareActRules(values.act)),
  ...(values.html5lib === undefined ? [] : compareHtml5lib(values.html5lib)),
  ...(values.lighthouse === undefined ? [] : await compareLighthouse(values.lighthouse)),
];
for (const { title, comparisons } of suites) {
  const agreeing = comparisons.filter(({ agrees }) => agrees);
  process.stdout.write(`${title}: ${agreeing.length} of ${comparisons.length}\n`);
  for (const { name, agrees, isKnown = false, expected, actual } of comparisons) {
    if (agrees) continue;
    process.stdout.write(`  ${isKnown ? 'known' : 'NEW'}: ${name} ${expected}; ours: ${actual}\n`);
    if (!isKnown) process.exitCode = 1;
  }
}
