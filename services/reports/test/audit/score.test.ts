import { cases } from '@platform/testing';
import fc from 'fast-check';

import { audit } from '../../src/audit/audit.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import type { CheckOutcome } from '../../src/checks/check.ts';
import { fail, notApplicable, pass, unknown, warn } from '../../src/checks/outcomes.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();
/** Short, as it is parsed for every audit; the outcomes are told. */
const artifacts = artifactsOf({ html: '<p>x' });

/** An audit in which every check comes out as told. */
const auditOf = (outcomes: readonly CheckOutcome[]) =>
  audit(artifacts, {
    version: 'test',
    checks: registry.checks.map(({ meta }, index) => ({ meta, run: () => outcomes[index] ?? pass('Fine.') })),
  });

const outcome = fc.oneof(
  { weight: 6, arbitrary: fc.constant(pass('Fine.')) },
  { weight: 2, arbitrary: fc.constant(fail('Wrong.')) },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((score) => warn('Half.', { score })),
  },
  { weight: 1, arbitrary: fc.constant(notApplicable('None.')) },
  { weight: 1, arbitrary: fc.constant(unknown('Not known.')) },
);
const page = fc.array(outcome, { minLength: registry.checks.length, maxLength: registry.checks.length });
const index = fc.nat({ max: registry.checks.length - 1 });

describe('the score of a page', () => {
  it('never falls when a check is mended', () => {
    fc.assert(
      fc.property(page, index, (outcomes, at) => {
        const before = auditOf(outcomes);
        const after = auditOf(outcomes.with(at, pass('Mended.')));
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        after.categories.forEach(({ score }, category) => {
          expect(score ?? 100).toBeGreaterThanOrEqual(before.categories[category]?.score ?? 0);
        });
      }),
      { numRuns: cases(100) },
    );
  });

  it('never falls when a check finds less wrong', () => {
    fc.assert(
      fc.property(page, index, fc.double({ min: 0, max: 1, noNaN: true }), (outcomes, at, share) => {
        const [worse, better] = [share / 2, share].map((score) =>
          auditOf(outcomes.with(at, warn('Some.', { score }))),
        );
        expect(better?.score).toBeGreaterThanOrEqual(worse?.score ?? 0);
      }),
      { numRuns: cases(100) },
    );
  });

  it('reaches from 0 to 100', () => {
    expect(auditOf([]).score).toBe(100);
    expect(auditOf(registry.checks.map(() => fail('Wrong.'))).score).toBe(0);
  });

  it('loses less to a measurement that varies than makes a page worse', () => {
    fc.assert(
      fc.property(page, (outcomes) => {
        const timed = (score: number) =>
          auditOf(
            outcomes.map((own, at) =>
              registry.checks[at]?.meta.basis === 'timing' ? warn('Slow.', { score }) : own,
            ),
          );
        expect(timed(1).score - timed(0).score).toBeLessThan(5);
      }),
      { numRuns: cases(100) },
    );
  });
});
