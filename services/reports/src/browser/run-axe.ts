import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeViolation } from '../page/browser-facts.ts';
import type { IsolatedWorld } from './isolated-world.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds in the page as it is now. */
export const axeViolations = async (world: IsolatedWorld): Promise<AxeViolation[]> => {
  await world.evaluate(axeSource);
  return world.evaluate<AxeViolation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((found) => ({
      id: found.id, impact: found.impact ?? 'minor', help: found.help, helpUrl: found.helpUrl,
      elements: found.nodes.slice(0, 20).map(({ html }) => html.slice(0, 240)), total: found.nodes.length,
    })))`,
  );
};
