import { cases } from '@platform/testing';
import fc from 'fast-check';

import { audit } from '../../src/audit/audit.ts';
import type { CheckMeta, CheckOutcome } from '../../src/checks/check.ts';
import { fail, notApplicable, pass, warn } from '../../src/checks/outcomes.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { artifactsOf, body, inBrowser } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();
const own = registry.checks.filter(({ meta }) => meta.category === 'accessibility');

const scoreOf = (changes: Partial<PageArtifacts>): number | null | undefined =>
  audit(artifactsOf(changes), registry).categories.find(({ id }) => id === 'accessibility')?.score;

const violation = (id: string) => ({
  id,
  impact: 'serious',
  help: 'Elements must be wrong',
  helpUrl: 'https://rules.example/',
  elements: ['<p>'],
  criteria: ['1.4.3'],
  total: 1,
});

describe('the score of accessibility', () => {
  it('is of Lighthouse’s weights, the share of axe’s rules without a violation', () => {
    const passedRules = ['image-alt', 'html-has-lang', 'heading-order', 'region'];
    const violations = [violation('color-contrast')];
    // 10 + 7 + 3 of 27; “region” weighs nothing.
    expect(scoreOf(inBrowser({ passedRules, violations }))).toBe(74);
    expect(scoreOf(inBrowser({ passedRules, violations: [] }))).toBe(100);
  });

  it('is that of the checks of the HTML without a browser', () => {
    // Alternative text weighs 10, the language 7, the order of headings 3, the landmark 3.
    const html = '<!doctype html><html lang=en><title>T</title><main><h1>T</h1><img src=a></main></html>';
    expect(scoreOf({ html })).toBe(Math.round((100 * 13) / 23));
    expect(scoreOf({ html: html.replace('src=a', 'src=a alt=') })).toBe(100);
  });

  it('takes the checks of the HTML where axe could not run', () => {
    const page = body('<main><h1>T</h1><img src=a></main>');
    expect(scoreOf({ ...page, ...inBrowser({ violations: null }) })).toBe(scoreOf(page));
  });
});

it('leaves the overall score what it was while accessibility was part of content', () => {
  const outcome = fc.oneof(
    fc.constant(pass('Fine.')),
    fc.constant(fail('Wrong.')),
    fc.constant(warn('Half.')),
    fc.constant(notApplicable('None.')),
  );
  const number = registry.checks.length;
  const artifacts = artifactsOf({ html: '<p>x' });
  const scored = (outcomes: readonly CheckOutcome[], metaOf: (meta: CheckMeta) => CheckMeta) => {
    const checks = registry.checks.map(({ meta }, index) => ({
      meta: metaOf(meta),
      run: () => outcomes[index] ?? pass('Fine.'),
    }));
    const { score, result } = audit(artifacts, { version: 'test', checks });
    return { score, result };
  };
  fc.assert(
    fc.property(fc.array(outcome, { minLength: number, maxLength: number }), (outcomes) => {
      const before = scored(outcomes, (meta) =>
        meta.category === 'accessibility' ? { ...meta, category: 'content' } : meta,
      );
      expect(scored(outcomes, (meta) => meta)).toEqual(before);
    }),
    { numRuns: cases(50) },
  );
});

it('names the success criteria of WCAG 2.2 of its checks and of axe’s findings', () => {
  const named = own.flatMap(({ meta }) => meta.wcag?.criteria ?? []);
  expect(named).toContain('2.5.8 Target Size (Minimum)');
  expect(named.every((text) => /^[1-4]\.\d\.\d+ [A-Z]/.test(text))).toBe(true);
  expect(own.filter(({ meta }) => meta.wcag === undefined)).toEqual([]);
  const { checks } = audit(artifactsOf(inBrowser({ violations: [violation('color-contrast')] })), registry);
  expect(checks.find(({ id }) => id === 'accessibility-rules')?.items[0]?.note).toBe(
    'Elements must be wrong (color-contrast, WCAG 1.4.3)',
  );
});
