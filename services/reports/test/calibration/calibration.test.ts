import { readFileSync } from 'node:fs';

import { audit } from '../../src/audit/audit.ts';
import type { CheckOutcome } from '../../src/checks/check.ts';
import { fail, notApplicable, pass, warn } from '../../src/checks/outcomes.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { artifactsOf } from '../checks/page-fixture.ts';
import { spreadOf } from './histogram.ts';

type List = 'hosted' | 'published' | 'heldOutHosted' | 'heldOutPublished';
/** How every check came out on public pages; `record-outcomes.ts` says how to read it. */
const outcomes = JSON.parse(readFileSync(new URL('outcomes.json', import.meta.url), 'utf8')) as Record<
  List | 'checks',
  string[]
>;
const { checks } = createCheckRegistry();
const artifacts = artifactsOf({ html: '<p>x' });

const outcomeOf = (character: string | undefined): CheckOutcome => {
  if (character === undefined || character === '-') return notApplicable('None.');
  if (character === 'X') return pass('Fine.');
  return character === '0' ? fail('Wrong.') : warn('Some.', { score: Number(character) / 10 });
};

/** The scores of a list's pages by today's weights and curve. */
const scoresOf = (list: List): number[] =>
  outcomes[list].map((page) => {
    const made = checks.map(({ meta }) => {
      const at = outcomes.checks.indexOf(meta.id);
      return { meta, run: () => outcomeOf(at === -1 ? undefined : page[at]) };
    });
    return audit(artifacts, { version: 'test', checks: made }).score;
  });

describe('the rating of public pages', () => {
  it('is calibrated on more than sixty, and held against others', () => {
    expect(outcomes.hosted.length).toBeGreaterThanOrEqual(60);
    expect(outcomes.heldOutHosted.length).toBeGreaterThanOrEqual(30);
  });

  it.each([
    ['hosted', 18],
    ['heldOutHosted', 18],
    ['published', 14],
    ['heldOutPublished', 18],
  ] as const)('tells pages apart that are served alike (%s)', (list, points) => {
    expect(spreadOf(scoresOf(list)).middleHalf).toBeGreaterThanOrEqual(points);
  });

  it.each([
    ['calibration', ['hosted', 'published']],
    ['held-out', ['heldOutHosted', 'heldOutPublished']],
  ] as const)('spreads the %s list over all ratings, twenty points between quarters', (_, lists) => {
    const { quantiles, middleHalf, ratings } = spreadOf(lists.flatMap(scoresOf));
    expect(middleHalf).toBeGreaterThanOrEqual(20);
    expect(quantiles[2]).toBeGreaterThanOrEqual(50);
    expect(Math.min(...Object.values(ratings))).toBeGreaterThan(0);
  });
});
