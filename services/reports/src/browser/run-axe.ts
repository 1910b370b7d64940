import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';

import type { AxeViolation } from '../page/browser-facts.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const axeViolations = async (page: Page): Promise<AxeViolation[]> => {
  await page.evaluate(axeSource);
  return page.evaluate<AxeViolation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((found) => ({
      id: found.id, impact: found.impact ?? 'minor', help: found.help, helpUrl: found.helpUrl,
      elements: found.nodes.slice(0, 20).map(({ html }) => html.slice(0, 240)), total: found.nodes.length,
    })))`,
  );
};
