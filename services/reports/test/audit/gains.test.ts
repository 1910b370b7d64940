import { audit } from '../../src/audit/audit.ts';
import { firstFixes, scoreOverall, limitedScore } from '../../src/audit/score.ts';
import { fixOf } from '../../src/runs/run-json.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { examples } from '../checks/examples/all.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { artifactsOf, body, inBrowser, resource } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();
const metas = new Map(registry.checks.map(({ meta }) => [meta.id, meta]));
const checkOf = (id: string, changes: Partial<PageArtifacts>) => {
  const found = audit(artifactsOf(changes), registry).checks.find((check) => check.id === id);
  if (found === undefined) throw new Error(`No check ${id}`);
  return found;
};

const poor = {
  ...body('<img src="a.png"><p>Short.</p>'),
  finalUrl: 'http://www.example.org/guides/planting-trees',
};

it('says of each finding what the score would be without it', () => {
  const { checks, score } = audit(artifactsOf(poor), registry);
  const findings = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  expect(findings.length).toBeGreaterThan(5);
  for (const finding of findings) {
    const judged = registry.checks.map((check) => {
      const own = checks.find(({ id }) => id === check.meta.id);
      const isMended = own === finding;
      const outcome = { status: own?.status ?? 'error', score: own?.score ?? null } as const;
      return { check, outcome: isMended ? ({ status: 'pass', score: 1 } as const) : outcome };
    });
    const failures = judged.filter(
      ({ check, outcome }) => check.meta.critical === true && outcome.status === 'fail',
    );
    const then = limitedScore(scoreOverall(judged), failures.length);
    // Scores are rounded, points are to a tenth.
    expect(Math.abs(then - score - (finding.gain?.points ?? NaN))).toBeLessThanOrEqual(1.1);
  }
  expect(checks.filter(({ status }) => status === 'pass').every(({ gain }) => gain === null)).toBe(true);
});

it('puts first what wins most', () => {
  const { checks } = audit(artifactsOf(poor), registry);
  const points = firstFixes(checks, checks.length, metas).map(({ check }) => check.gain?.points ?? NaN);
  expect(points).toEqual(points.toSorted((a, b) => b - a));
});

it.each([
  ['compression', { body: { ...artifactsOf().body, encoding: null, decodedBytes: 100_000 } }, 70_000, 371],
  [
    'image-weight',
    { resources: [resource('/tree.jpg', 'image', { transferBytes: 300 * 1024 })] },
    100 * 1024,
    543,
  ],
  ['image-formats', { resources: [resource('/tree.jpg', 'image', { transferBytes: 40_000 })] }, 10_000, 53],
  ['time-to-first-byte', { timings: { timeToFirstByte: [900, 900, 900], total: 1000 } }, null, 300],
] as const)('says what mending %s saves', (id, changes, bytes, milliseconds) => {
  expect(checkOf(id, changes as Partial<PageArtifacts>).gain).toMatchObject({ bytes, milliseconds });
});

it('takes from the browser how long files kept the page from painting', () => {
  const request = { status: 200, start: 0, firstByte: 100, bytes: 1000 };
  const browser = inBrowser({
    metrics: { fcp: 1900 },
    requests: [
      { ...request, url: 'https://www.example.org/', type: 'document', end: 700 },
      { ...request, url: 'https://www.example.org/a.js', type: 'script', end: 1800 },
    ],
  });
  const html =
    '<!doctype html><html lang=en><head><title>T</title><script src="/a.js"></script></head><body></body></html>';
  expect(checkOf('blocking-scripts', { html, ...browser }).gain?.milliseconds).toBe(1100);
  // Without one, a request.
  expect(checkOf('blocking-scripts', { html }).gain?.milliseconds).toBe(563);
});

it.each([
  ['image-alt', body('<img src="a.png">'), '<img src="a.png" alt="[what it shows]">'],
  ['image-alt', body('<input type="image" src="a.png"/>'), null],
  [
    'canonical',
    {
      html: '<!doctype html><html><head><link rel=canonical href="/x"><title>T</title></head><body></body></html>',
    },
    '<link rel="canonical" href="https://www.example.org/guides/planting-trees">',
  ],
  ['content-length', body('<p>Short.</p>'), null],
] as const)('gives the code for %s', (id, changes, code) => {
  const check = checkOf(id, changes);
  const fix = fixOf(check, 'https://www.example.org/guides/planting-trees?utm=1');
  if (check.status === 'fail' || check.status === 'warn') expect(fix.code).toBe(code);
  expect(fix.sentence).toMatch(/^[A-Z].*[.!?]$/);
});

/** What moves costs neither bytes nor time. */
const MOVES = new Set(['cumulative-layout-shift', 'unsized-images']);

it.each(
  registry.checks
    .filter(({ meta }) => meta.category === 'performance' && !MOVES.has(meta.id))
    .flatMap((check) =>
      (['warn', 'fail'] as const).flatMap((status) =>
        (examples[check.meta.id]?.[status] ?? []).map((changes, index) => ({
          id: check.meta.id,
          status,
          index,
          changes,
        })),
      ),
    ),
)('says in bytes or milliseconds what mending $id saves: $status ($index)', ({ id, changes }) => {
  const { gain } = checkOf(id, changes);
  expect(gain?.milliseconds ?? gain?.bytes).toBeGreaterThanOrEqual(0);
});
