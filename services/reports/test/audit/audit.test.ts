import { audit } from '../../src/audit/audit.ts';
import { fail, pass, warn } from '../../src/checks/outcomes.ts';
import type { Check, CheckOutcome, Importance } from '../../src/checks/check.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { firstFixes } from '../../src/audit/score.ts';
import { compareScores, isWorse } from '../../src/runs/run.ts';
import { artifactsOf, body, GOOD_PAGE, head, headers, inBrowser, resource } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();

/** A registry of made-up checks, for the sums. */
const made = (
  ...entries: [basis: Check['meta']['basis'], importance: Importance, outcome: () => CheckOutcome][]
) => ({
  version: 'test',
  checks: entries.map(([basis, importance, run], index): Check => ({
    meta: {
      id: `check-${String(index)}`,
      category: 'seo',
      title: `Check ${String(index)}`,
      failureTitle: `No check ${String(index)}`,
      importance,
      basis,
      docs: { why: '', thresholds: '', fix: '', sources: [] },
    },
    run,
  })),
});
const good = () => pass('Fine.');
const bad = () => fail('Wrong.');

describe('the score', () => {
  it('is the share of points kept, by importance, above 30 %', () => {
    const report = audit(
      artifactsOf(),
      made(['document', 'critical', good], ['document', 'high', bad], ['document', 'informative', bad]),
    );
    // 10 of 15 points, spread from 30 % to 95 %.
    expect(report).toMatchObject({ score: 56, result: 'decent' });
    expect(report.categories[0]).toMatchObject({ id: 'seo', score: 56, passed: 1, failed: 2 });
    expect(report.categories[1]).toMatchObject({ id: 'performance', score: null, result: null });
  });

  it('is good from 90 and decent from 50', () => {
    const one = (importance: Importance, other: Importance) =>
      audit(artifactsOf(), made(['document', importance, good], ['document', other, bad]));
    expect(one('critical', 'low')).toMatchObject({ score: 94, result: 'good' });
    expect(one('critical', 'medium')).toMatchObject({ score: 82, result: 'decent' });
    expect(one('medium', 'low')).toMatchObject({ score: 56, result: 'decent' });
    expect(one('low', 'low')).toMatchObject({ score: 31, result: 'bad' });
  });

  it('gives timings a tenth of the weight at most', () => {
    expect(audit(artifactsOf(), made(['document', 'low', good], ['timing', 'critical', bad])).score).toBe(92);
    expect(
      audit(
        artifactsOf(),
        made(['document', 'high', bad], ['document', 'high', good], ['timing', 'low', good]),
      ).score,
    ).toBe(38);
  });

  it('leaves out a check that throws, and says that the audit is incomplete', () => {
    const report = audit(
      artifactsOf(),
      made(
        ['document', 'low', good],
        [
          'document',
          'critical',
          () => {
            throw new TypeError('secret detail');
          },
        ],
      ),
    );
    expect(report).toMatchObject({ score: 100, incomplete: true });
    expect(report.notices).toEqual([
      { code: 'incomplete', message: 'Not everything could be checked: “Check 1”.' },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret detail');
  });

  it('takes points for a rare fault, and gives none for its absence', () => {
    const auditOf = (outcome: () => CheckOutcome) => {
      const base = made(['document', 'low', outcome], ['document', 'medium', good], ['document', 'low', bad]);
      const [first, ...rest] = base.checks;
      return audit(artifactsOf(), {
        ...base,
        checks: [{ ...first!, meta: { ...first!.meta, rare: true as const } }, ...rest],
      });
    };
    // 2 of 3 points; then 1 ½; then 1.
    expect(auditOf(good).score).toBe(56);
    expect(auditOf(good).checks[0]?.weight).toBe(0);
    expect(auditOf(() => warn('Half.')).score).toBe(31);
    expect(auditOf(bad).score).toBe(5);
    expect(auditOf(bad).checks[0]?.weight).toBe(1);
  });

  it('is null for a category with nothing but a timing', () => {
    expect(audit(artifactsOf(), made(['timing', 'high', bad])).categories[0]?.score).toBeNull();
  });
});

describe('critical failures', () => {
  const critical = (count: number) => {
    const base = made(
      ...Array.from({ length: 7 }, (): [Check['meta']['basis'], Importance, () => CheckOutcome] => [
        'document',
        'informative',
        bad,
      ]),
      ['document', 'critical', good],
    );
    return {
      ...base,
      checks: base.checks.map((check, index) => ({
        ...check,
        meta: { ...check.meta, ...(index < count ? { critical: true as const } : {}) },
      })),
    };
  };

  it.each([
    [0, 100],
    [1, 89],
    [2, 69],
    [3, 49],
    [7, 49],
  ])('%d of them cap the score at %d', (count, most) => {
    const { score, notices } = audit(artifactsOf(), critical(count));
    expect(score).toBe(most);
    expect(notices.map(({ code }) => code)).toEqual(count === 0 ? [] : ['critical_failures']);
  });

  it('are not blamed when the score is lower than the cap anyway', () => {
    const report = audit(
      artifactsOf({ finalUrl: 'http://www.example.org/', tls: null }),
      made(['document', 'low', good], ['document', 'low', bad]),
    );
    expect(report.notices).toEqual([{ code: 'no_https', message: 'The page is not served over HTTPS.' }]);
  });

  it.each([
    [
      'a meta element',
      head('<meta name="robots" content="noindex"><title>Planting trees: a guide for gardens</title>'),
    ],
    ['a header', headers({ 'x-robots-tag': 'noindex' })],
  ])('include a page that is closed to search engines by %s', (_, changes) => {
    const report = audit(artifactsOf(changes), registry);
    expect(report.notices.map(({ code }) => code)).toContain('not_indexable');
    expect(report.score).toBeLessThanOrEqual(89);
  });

  it('make a page bad that is otherwise flawless, and the report says why', () => {
    const missing = Array.from({ length: 22 }, (_, index) =>
      resource(`/gone-${String(index)}.png`, 'image', { status: 404 }),
    );
    const scripts =
      '<script src="/jquery-1.12.4.min.js"></script><script src="http://cdn.example/a.js"></script>';
    const report = audit(
      artifactsOf({ html: GOOD_PAGE.replace('</body>', `${scripts}</body>`), resources: missing }),
      registry,
    );
    expect(report).toMatchObject({ score: 49, result: 'bad' });
    expect(report.notices.map(({ message }) => message)).toEqual([
      'Critical checks failed, so the score is at most 49: Files are missing; The page loads files over plain HTTP; Libraries have known vulnerabilities.',
    ]);
  });

  it('rank missing files above a missing description', () => {
    const broken = Array.from({ length: 20 }, (_, index) =>
      resource(`/gone-${String(index)}.png`, 'image', { status: 404 }),
    );
    const report = audit(
      artifactsOf({ ...head('<title>Planting trees: a guide for gardens</title>'), resources: broken }),
      registry,
    );
    const metas = new Map(registry.checks.map(({ meta }) => [meta.id, meta]));
    const [first] = firstFixes(report.checks, 1, metas);
    expect(first?.check.id).toBe('broken-resources');
  });
});

describe('a rendering', () => {
  const rendering = {
    state: 'failed',
    reason: 'timeout',
    pending: [],
    benchmarkIndex: 900,
    attempts: 2,
  } as const;
  const checkOf = (report: ReturnType<typeof audit>, id: string) =>
    report.checks.find((check) => check.id === id);

  it('that failed leaves undecided what only a browser can tell, and says why', () => {
    const failed = { ...rendering, pending: [] };
    const report = audit(artifactsOf({ rendered: false, rendering: failed }), registry);
    expect(report.incomplete).toBe(true);
    expect(report.notices).toEqual([
      { code: 'not_rendered', message: expect.stringContaining('it took too long') },
    ]);
    for (const id of ['largest-contentful-paint', 'console-errors', 'accessibility-rules'])
      expect(checkOf(report, id)).toMatchObject({ status: 'error', evidence: 'rendered', weight: 0 });
    expect(checkOf(report, 'headings')).toMatchObject({ status: 'pass', evidence: 'html' });
    expect(checkOf(report, 'compression')).toMatchObject({ evidence: 'answer' });
  });

  it('that is partial judges what there is, and names what never came', () => {
    const report = audit(
      artifactsOf({
        ...inBrowser({}),
        rendering: {
          ...rendering,
          state: 'partial',
          reason: 'load',
          pending: ['https://a.example/never.jpg'],
        },
      }),
      registry,
    );
    expect(report.notices).toEqual([
      { code: 'partly_rendered', message: expect.stringContaining('https://a.example/never.jpg') },
    ]);
    expect(checkOf(report, 'headings')).toMatchObject({ status: 'pass', evidence: 'rendered' });
    expect(checkOf(report, 'largest-contentful-paint')?.status).toBe('pass');
  });

  it('that failed makes no page worse', () => {
    const html =
      body('<div id="root"></div><script type="module" src="/assets/index-3f9.js"></script>').html ?? '';
    const rendered = audit(artifactsOf({ ...inBrowser({}), sourceHtml: html }), registry);
    const failed = audit(
      artifactsOf({ html, rendered: false, rendering: { ...rendering, pending: [] } }),
      registry,
    );
    expect(failed.score).toBeLessThan(rendered.score - 4);
    const scores = compareScores(rendered.checks, failed.checks, registry);
    expect(isWorse(scores)).toBe(false);
    expect(scores.checks).toBeGreaterThan(40);
    const really = audit(artifactsOf({ ...inBrowser({}), html }), registry);
    expect(isWorse(compareScores(rendered.checks, really.checks, registry))).toBe(true);
  });
});

describe('a page rendered by JavaScript', () => {
  const shell = artifactsOf(
    body('<div id="root"></div><script type="module" src="/assets/index-3f9.js"></script>'),
  );
  const report = audit(shell, registry);

  it('is recognised by a placeholder that waits for scripts', () => {
    const waiting = artifactsOf(body('<div id="main">Loading…</div><script src="/app.js"></script>'));
    expect(audit(waiting, registry).notices.map(({ code }) => code)).toContain('javascript_rendered');
  });

  it('is recognised and reported', () => {
    expect(report.notices).toContainEqual({
      code: 'javascript_rendered',
      message: expect.stringContaining('an empty <div id="root">'),
    });
  });

  it('is not judged on what its scripts may still change', () => {
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
      'a short page with a script bundle, such as a login form',
      body(
        '<h1>Sign in</h1><form><input aria-label="Name"></form><script src="/bootstrap.bundle.min.js"></script>',
      ),
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

it('says when only part of the page was read, or when something could not be gathered', () => {
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

it('gives the same bytes for the same artifacts a hundred times over', () => {
  const artifacts = artifactsOf(
    body(`<div onclick="x()"><img src=a><a href="/b">here</a></div>`.repeat(200)),
  );
  const first = JSON.stringify(audit(artifacts, registry));
  for (let run = 1; run < 100; run++)
    expect(JSON.stringify(audit(structuredClone(artifacts), registry))).toBe(first);
});

it('lists at most 20 findings per check, and says how many there are', () => {
  const report = audit(artifactsOf(body('<img src=a>'.repeat(50))), registry);
  const alt = report.checks.find(({ id }) => id === 'image-alt');
  expect(alt?.items).toHaveLength(20);
  expect(alt?.total).toBe(50);
});
