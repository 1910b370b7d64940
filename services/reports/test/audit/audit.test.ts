import { audit } from '../../src/audit/audit.ts';
import { type Check, type CheckOutcome, fail, pass, warn } from '../../src/checks/check.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { artifactsOf, body, head, headers } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();

/** A registry of made-up checks, for the sums. */
const made = (
  ...entries: [basis: Check['meta']['basis'], weight: number, outcome: () => CheckOutcome][]
) => ({
  version: 'test',
  checks: entries.map(([basis, weight, run], index): Check => ({
    meta: {
      id: `check-${String(index)}`,
      category: 'seo',
      title: `Check ${String(index)}`,
      importance: weight === 0 ? 'informative' : 'low',
      weight,
      basis,
      docs: { why: '', thresholds: '', fix: '', sources: [] },
    },
    run,
  })),
});
const good = () => pass('Fine.');
const bad = () => fail('Wrong.');

describe('the score', () => {
  it('is the weighted mean of what counts', () => {
    const report = audit(
      artifactsOf(),
      made(['document', 3, good], ['document', 1, bad], ['document', 0, bad]),
    );
    expect(report).toMatchObject({ score: 75, result: 'decent' });
    expect(report.categories[0]).toMatchObject({ id: 'seo', score: 75, passed: 1, failed: 2 });
    expect(report.categories[1]).toMatchObject({ id: 'performance', score: null, result: null });
  });

  it('is good from 90, decent from 50', () => {
    expect(audit(artifactsOf(), made(['document', 9, good], ['document', 1, bad])).result).toBe('good');
    expect(audit(artifactsOf(), made(['document', 5, good], ['document', 5, bad])).result).toBe('decent');
    expect(audit(artifactsOf(), made(['document', 4, good], ['document', 5, bad])).result).toBe('bad');
  });

  it('gives timings at most a tenth', () => {
    expect(audit(artifactsOf(), made(['document', 1, good], ['timing', 10, bad])).score).toBe(90);
    expect(audit(artifactsOf(), made(['document', 9, bad], ['timing', 1, good])).score).toBe(10);
  });

  it('leaves a check that breaks off out, and says that the audit is incomplete', () => {
    const report = audit(
      artifactsOf(),
      made(
        ['document', 1, good],
        [
          'document',
          9,
          () => {
            throw new TypeError('secret detail');
          },
        ],
      ),
    );
    expect(report).toMatchObject({ score: 100, incomplete: true });
    expect(report.notices).toEqual([
      { code: 'incomplete', message: 'Not everything could be checked: Check 1.' },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret detail');
  });

  it('counts a pass of what few pages fail for a quarter, and its fault in full', () => {
    const registryOf = (outcome: () => CheckOutcome) => {
      const base = made(['document', 4, outcome], ['document', 1, bad]);
      const [first, second] = base.checks;
      return { ...base, checks: [{ ...first!, meta: { ...first!.meta, rare: true as const } }, second!] };
    };
    expect(audit(artifactsOf(), registryOf(good)).score).toBe(50);
    expect(audit(artifactsOf(), registryOf(good)).checks[0]?.weight).toBe(1);
    expect(
      audit(
        artifactsOf(),
        registryOf(() => warn('Half.')),
      ).score,
    ).toBe(40);
  });

  it('of a single timing rests on nothing', () => {
    expect(audit(artifactsOf(), made(['timing', 5, bad])).categories[0]?.score).toBeNull();
  });
});

describe('caps', () => {
  it('rates a page without HTTPS decent at best', () => {
    const report = audit(
      artifactsOf({ finalUrl: 'http://www.example.org/', tls: null }),
      made(['document', 1, good]),
    );
    expect(report).toMatchObject({ score: 89, result: 'decent', notices: [{ code: 'no_https' }] });
  });

  it.each([
    [
      'a meta element',
      head('<meta name="robots" content="noindex"><title>Planting trees: a guide for gardens</title>'),
    ],
    ['a header', headers({ 'x-robots-tag': 'noindex' })],
  ])('rates a page closed to search engines by %s decent at best', (_, changes) => {
    const report = audit(artifactsOf(changes), registry);
    expect(report.notices.map(({ code }) => code)).toContain('not_indexable');
    expect(report.score).toBeLessThanOrEqual(89);
    expect(report.result).not.toBe('good');
  });
});

describe('a page made by JavaScript', () => {
  const shell = artifactsOf(
    body('<div id="root"></div><script type="module" src="/assets/index-3f9.js"></script>'),
  );
  const report = audit(shell, registry);

  it('is recognised and said', () => {
    expect(report.notices).toContainEqual({
      code: 'javascript_rendered',
      message: expect.stringContaining('an empty <div id="root">'),
    });
  });

  it('is not judged by what scripts may still change', () => {
    const content = new Set(
      registry.checks.filter(({ meta }) => meta.basis === 'content').map(({ meta }) => meta.id),
    );
    const judged = report.checks.filter(({ id, score }) => content.has(id) && score !== null);
    expect(judged).toEqual([]);
    expect(report.checks.find(({ id }) => id === 'content-length')).toMatchObject({
      status: 'info',
      weight: 0,
      message: expect.stringMatching(/^Before scripts ran: /),
    });
    expect(report.checks.find(({ id }) => id === 'https')).toMatchObject({ status: 'pass', score: 1 });
  });

  it.each([
    [
      'a short static page with an analytics script',
      body('<p>We are closed today.</p><script async src="https://stats.example/tag.js"></script>'),
    ],
    [
      'a page with enough text beside a mount node',
      body(
        `<div id="root"></div><p>${'Plenty to read here. '.repeat(20)}</p><script src="/main.js"></script>`,
      ),
    ],
  ])('is not mistaken for %s', (_, changes) => {
    expect(audit(artifactsOf(changes), registry).notices).toEqual([]);
  });
});

it('says when only a part of the page was read, or something could not be gathered', () => {
  const { body: size } = artifactsOf();
  const report = audit(
    artifactsOf({
      body: { ...size, truncated: true },
      errors: [{ stage: 'sitemap', code: 'timeout', message: 'x' }],
    }),
    registry,
  );
  expect(report.incomplete).toBe(true);
  expect(report.notices.map(({ code }) => code)).toEqual(['truncated', 'incomplete']);
});

it('gives the same bytes for the same artifacts, a hundred times', () => {
  const artifacts = artifactsOf(
    body(`<div onclick="x()"><img src=a><a href="/b">here</a></div>`.repeat(200)),
  );
  const first = JSON.stringify(audit(artifacts, registry));
  for (let run = 1; run < 100; run++)
    expect(JSON.stringify(audit(structuredClone(artifacts), registry))).toBe(first);
});

it('lists at most 20 findings of a check and says how many there are', () => {
  const report = audit(artifactsOf(body('<img src=a>'.repeat(50))), registry);
  const alt = report.checks.find(({ id }) => id === 'image-alt');
  expect(alt?.items).toHaveLength(20);
  expect(alt?.total).toBe(50);
});
