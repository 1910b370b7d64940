import { writeFileSync } from 'node:fs';

import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { corpusOf } from './corpus.ts';
import { servedAs } from './hosting.ts';
import type { Hosting } from './hosting.ts';

/**
 * `node record-outcomes.ts CALIBRATION HELD_OUT`: writes how every check came out on every page of
 * both lists to `outcomes.json`, so that weights and curve are tested without the pages. A character
 * stands for each check: its score in tenths, `X` for all of ten, `-` for one that didn't count.
 */
const [calibration = '', heldOut = ''] = process.argv.slice(2);
const registry = createCheckRegistry();

const written = (score: number | null): string => {
  if (score === null) return '-';
  const tenths = Math.round(10 * score);
  return tenths === 10 ? 'X' : String(tenths);
};
const recorded = (folder: string, hosting: Hosting): string[] =>
  corpusOf(folder).map(({ artifacts }) =>
    audit(servedAs(hosting, artifacts), registry)
      .checks.map(({ score }) => written(score))
      .join(''),
  );

const outcomes = {
  checks: registry.checks.map(({ meta }) => meta.id),
  hosted: recorded(calibration, 'hosted'),
  published: recorded(calibration, 'published'),
  heldOutHosted: recorded(heldOut, 'hosted'),
  heldOutPublished: recorded(heldOut, 'published'),
};
writeFileSync(new URL('outcomes.json', import.meta.url), `${JSON.stringify(outcomes, null, 2)}\n`);
