import { readFileSync } from 'node:fs';

import { audit } from '../../src/audit/audit.ts';
import type { CheckStatus } from '../../src/checks/check.ts';
import { parsePage } from '../../src/page/html/page.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import { robotsOf } from '../../src/page/files/robots-file.ts';
import { examples } from './examples/all.ts';
import { artifactsOf, GOOD_PAGE, text } from './page-fixture.ts';

const registry = createCheckRegistry();

/** Headers that few sites send, good ones too. */
const RARE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
];
const COMMON_HEADERS = ['strict-transport-security', 'x-content-type-options', 'referrer-policy'];

/** The statuses that a check's file can give, as its imports tell. */
const possibleStatuses = (category: string, id: string): CheckStatus[] => {
  const source = readFileSync(new URL(`../../src/checks/${category}/${id}.ts`, import.meta.url), 'utf8');
  const imported = /import \{([^}]*)\} from '\.\.\/outcomes\.ts'/.exec(source)?.[1]?.split(',') ?? [];
  const names: Record<string, CheckStatus> = {
    pass: 'pass',
    warn: 'warn',
    fail: 'fail',
    info: 'info',
    notApplicable: 'not_applicable',
    unknown: 'error',
  };
  return imported.map((name) => names[name.trim()]).filter((status) => status !== undefined);
};

describe.each(registry.checks.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const own = examples[id] ?? {};

  it('has an example of every possible outcome', () => {
    const possible = possibleStatuses(check.meta.category, id);
    expect(possible.length).toBeGreaterThan(0);
    expect(Object.keys(own).sort()).toEqual([...possible].sort());
  });

  it.each(
    Object.entries(own).flatMap(([status, cases]) =>
      cases.map((changes, index) => ({ status, index, changes })),
    ),
  )('gives $status ($index)', ({ status, changes }) => {
    const artifacts = artifactsOf(changes);
    const page = parsePage(artifacts.html, artifacts.finalUrl);
    const outcome = check.run({ artifacts, page, robots: robotsOf(artifacts) });
    expect({ status: outcome.status, message: outcome.message }).toEqual({
      status,
      message: expect.any(String),
    });
    expect(outcome.message).toMatch(/^\S.*[.!?]$/s);
    // “1 words”
    expect(outcome.message).not.toMatch(/(?<![\d,.h])1 (?!has|is|was|does|ms)[a-z]+(?<!s)s\b/);
    expect(outcome.items.length).toBeLessThanOrEqual(20);
    expect(outcome.score === null).toBe(['not_applicable', 'info', 'error'].includes(status));
    if (outcome.score !== null) expect(outcome.score >= 0 && outcome.score <= 1).toBe(true);
  });
});

it('has no example without a check', () => {
  const ids = new Set(registry.checks.map((check) => check.meta.id));
  expect(Object.keys(examples).filter((id) => !ids.has(id))).toEqual([]);
});

it.each([
  ['good', 'lacks what most good pages lack', RARE_HEADERS],
  ['decent', 'has no security headers at all', [...RARE_HEADERS, ...COMMON_HEADERS]],
] as const)('rates as %s a careful page that %s', (result, _, missing) => {
  const { response } = artifactsOf();
  const headers = response.headers.filter(([name]) => !missing.some((other) => other === name));
  const html = GOOD_PAGE.replace(/<meta name="twitter:card"[^>]*>/, '');
  const securityTxt = text('/.well-known/security.txt', 'Not found', 'text/html', 404);
  const report = audit(artifactsOf({ html, securityTxt, response: { ...response, headers } }), registry);
  expect(report.result).toBe(result);
});

it('rates a flawless page as good', () => {
  const report = audit(artifactsOf(), registry);
  expect(report.checks.filter(({ status }) => status === 'fail' || status === 'error')).toEqual([]);
  expect(report).toMatchObject({ result: 'good', incomplete: false, notices: [] });
});
