import { info, pass } from '../../src/checks/outcomes.ts';
import { excerpt } from '../../src/page/quantities.ts';
import type { Check } from '../../src/checks/check.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';

const check = (changes: Partial<Check['meta']> = {}): Check => ({
  meta: {
    id: 'one',
    category: 'seo',
    title: 'One',
    failureTitle: 'Not one',
    importance: 'low',
    basis: 'document',
    docs: { why: 'w', thresholds: 't', fix: 'f', sources: [] },
    ...changes,
  },
  run: () => pass('Fine.'),
});
const registryOf = (...checks: Check[]) =>
  createCheckRegistry({
    seo: Object.fromEntries(checks.map((one, index) => [String(index), one])),
    performance: {},
    security: {},
    content: {},
    accessibility: {},
  });

it('refuses invalid entries at startup', () => {
  expect(() => registryOf(check(), check())).toThrow('Two checks have the id "one"');
  expect(() => registryOf(check({ id: 'Not Kebab' }))).toThrow('not kebab-case');
  expect(() => registryOf(check({ category: 'content' }))).toThrow('filed under seo');
  expect(() => registryOf(check({ failureTitle: 'One' }))).toThrow('one title for passing and failing');
});

it('changes its version with the rules', () => {
  const { version } = registryOf(check());
  expect(registryOf(check()).version).toBe(version);
  expect(registryOf(check({ importance: 'medium' })).version).not.toBe(version);
});

describe('the checks', () => {
  const { checks } = createCheckRegistry();

  it('number more than a hundred, across all categories', () => {
    expect(checks.length).toBeGreaterThanOrEqual(100);
    expect(new Set(checks.map(({ meta }) => meta.category)).size).toBe(5);
  });

  it.each(checks.map(({ meta }) => [meta.id, meta] as const))(
    '%s documents itself',
    (_, { title, failureTitle, docs }) => {
      for (const text of [title, failureTitle]) expect(text).toMatch(/^\S.*[^.]$/);
      for (const text of [docs.why, docs.thresholds, docs.fix]) expect(text).toMatch(/^\S.{10,}[.)]$/s);
      expect(docs.sources.length).toBeGreaterThan(0);
      for (const source of docs.sources) expect(URL.parse(source)?.protocol).toBe('https:');
    },
  );
});

describe('text quoted from a page', () => {
  it('is one line of limited length, whatever the page holds', () => {
    expect(excerpt('a\0\n\tb')).toBe('a b');
    expect(excerpt('x'.repeat(10_000))).toHaveLength(240);
    expect(excerpt(`${'x'.repeat(238)}🌳🌳`)).toBe(`${'x'.repeat(238)}…`);
    expect(excerpt('\uD83C')).toBe('\uFFFD');
    // Arabic and its marks stay; what would turn the text of the report around does not.
    expect(excerpt('\u202Eexe.fdp\u2069 \u200Fسلام')).toBe('\uFFFDexe.fdp\uFFFD \u200Fسلام');
    const { message, value, items } = info(`${'y'.repeat(9000)}.`, {
      value: 'z'.repeat(9000),
      items: ['w'.repeat(9000)],
    });
    expect([message.length, String(value).length, items[0]?.snippet.length]).toEqual([500, 240, 240]);
  });
});
