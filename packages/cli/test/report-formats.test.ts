import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'junit2json';

import type { JudgedPage } from '../src/report/check-page.ts';
import { renderAnnotations, renderTable } from '../src/report/check-report-command.ts';
import { renderJunit, renderMarkdown, renderSarif } from '../src/report/render-report.ts';
import { pageOf, reportOf } from './report-page.ts';

const failing = pageOf({
  passed: false,
  assertions: [
    { name: 'score', passed: false, message: '72, at least 80 is wanted' },
    { name: 'Title of title', passed: false, message: 'No <title> & nothing "else".', checkId: 'title' },
    { name: 'score of seo', passed: true, message: '60, at least 50 is wanted' },
  ],
});

/** Texts that come from strange pages. */
const nasty = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    '\u0000',
    '\u001b',
    '\ud800',
    '\n',
    '|',
    '`',
    '[',
    'é',
    '😀',
  ),
});

describe('the JUnit file', () => {
  it('is readable by a parser, and fails where the exit code says so', async () => {
    const suites = await parse(renderJunit([failing, pageOf()]));
    expect(suites).toMatchObject({ tests: 10, failures: 2, errors: 0, skipped: 2 });
    const [first, second] = (
      suites as { testsuite: { name: string; failures: number; testcase: object[] }[] }
    ).testsuite;
    expect(first).toMatchObject({
      name: 'https://shop.example/a?b=1',
      failures: 2,
      tests: 6,
      timestamp: '2026-11-22T10:00:02',
    });
    expect(first?.testcase).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          classname: 'criteria',
          name: 'score',
          failure: [expect.objectContaining({ message: '72, at least 80 is wanted' })],
        }),
        expect.objectContaining({
          classname: 'seo',
          name: 'title: Title of title',
          failure: [expect.objectContaining({ message: 'No <title> & nothing "else".' })],
        }),
        expect.objectContaining({ name: 'hreflang: Title of hreflang', skipped: expect.anything() }),
      ]),
    );
    expect(second).toMatchObject({ failures: 0, tests: 4 });
  });

  it('is well-formed whatever a page contains', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (title, message) => {
        const { checks } = reportOf();
        const report = reportOf({ checks: checks.map((check) => ({ ...check, title, message })) });
        const suites = (await parse(renderJunit([pageOf({ report })]))) as {
          testsuite: { testcase: object[] }[];
        };
        expect(suites.testsuite[0]?.testcase).toHaveLength(4);
      }),
    );
  });
});

describe('the SARIF file', () => {
  const schemaOf = async (): Promise<object> => {
    const path = createRequire(import.meta.url).resolve('@microsoft/jest-sarif');
    const file = path.replace(/lib\/.*$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
    const {
      $schema: _draft4,
      id: _id,
      ...schema
    } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    return schema;
  };

  it('is valid against the SARIF 2.1.0 schema', async () => {
    const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
      await schemaOf(),
    );
    const other = pageOf({ report: reportOf({ url: 'http://blog.example/' }) });
    for (const pages of [[], [pageOf()], [failing, other]]) {
      validate(JSON.parse(JSON.stringify(renderSarif(pages, '0.1.0'))));
      expect(validate.errors).toBeNull();
    }
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
  });

  it('has a result for each failed check or warning, located below its site', () => {
    const other = pageOf({ report: reportOf({ url: 'http://blog.example/' }) });
    const sarif = renderSarif([failing, other], '0.1.0') as {
      runs: [
        { originalUriBaseIds: object; tool: { driver: { rules: { id: string }[] } }; results: object[] },
      ];
    };
    const [run] = sarif.runs;
    expect(run.originalUriBaseIds).toEqual({
      SITE: { uri: 'https://shop.example/' },
      SITE2: { uri: 'http://blog.example/' },
    });
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['title', 'csp']);
    expect(run.results).toHaveLength(4);
    expect(run.results[0]).toMatchObject({
      ruleId: 'title',
      ruleIndex: 0,
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a?b=1', uriBaseId: 'SITE' } } }],
    });
    expect(run.results[3]).toMatchObject({
      ruleIndex: 1,
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'index.html', uriBaseId: 'SITE2' } } }],
    });
  });

  it('gives a finding the same identity in every run, and different findings different ones', () => {
    const prints = () =>
      (
        renderSarif([failing, pageOf({ report: reportOf({ url: 'http://blog.example/' }) })], '0.1.0') as {
          runs: [{ results: { partialFingerprints: Record<string, string> }[] }];
        }
      ).runs[0].results.map(({ partialFingerprints }) => partialFingerprints['page/check/v1']);
    expect(prints()).toEqual(prints());
    expect(new Set(prints()).size).toBe(4);
  });
});

/** A page whose title is wrong in two places, one of which only scripts made. */
const placed = (): JudgedPage => {
  const { checks } = reportOf();
  const place = { selector: 'head > title', line: 3, column: 5, box: null };
  const items = [
    { snippet: '<title>', note: null, place },
    { snippet: '<title>', note: null, place: { ...place, line: null, column: null } },
  ];
  return pageOf({
    report: reportOf({ checks: checks.map((check) => (check.id === 'title' ? { ...check, items } : check)) }),
  });
};

it('points to lines in SARIF where they are known', () => {
  const { runs } = renderSarif([placed()], '0.1.0') as { runs: [{ results: object[] }] };
  expect(runs[0].results).toHaveLength(2);
  expect(runs[0].results[0]).toMatchObject({
    ruleId: 'title',
    locations: [
      {
        physicalLocation: { region: { startLine: 3, startColumn: 5 } },
        logicalLocations: [{ fullyQualifiedName: 'head > title', kind: 'element' }],
      },
    ],
  });
});

describe('the annotations', () => {
  it('name the file, the line and the fault, errors first', () => {
    const [error, warning, ...rest] = renderAnnotations([placed()]).trim().split('\n');
    expect(error).toMatch(
      /^::error file=a\?b=1,line=3,col=5,title=Title of title::https:\/\/shop\.example\/a\?b=1: .*%0A<title>$/,
    );
    expect(warning).toMatch(/^::warning file=a\?b=1,title=Title of csp::/);
    expect(rest).toEqual([]);
  });

  it('are one command each, whatever a page contains', () => {
    fc.assert(
      fc.property(nasty, nasty, (title, message) => {
        const { checks } = reportOf();
        const report = reportOf({ checks: checks.map((check) => ({ ...check, title, message })) });
        const lines = renderAnnotations([pageOf({ report })])
          .trimEnd()
          .split('\n');
        expect(lines.map((line) => line.slice(0, 9))).toEqual(['::error f', '::warning']);
      }),
    );
  });
});

describe('the summary in Markdown', () => {
  it('shows pages and what failed', () => {
    const text = renderMarkdown([failing, pageOf()]);
    expect(text).toContain('## Pages: 1 of 2 fail');
    expect(text).toContain('|  | Page | Score | Change | Search engines | Security |');
    expect(text).toContain('](<https://platform.example/r/abc>) | 72 |  | 60 | 90 |');
    expect(text).toContain('- Title of title: No \\<title\\> & nothing "else".');
    expect(renderMarkdown([pageOf()])).toContain('## Pages: all 1 pass');
  });

  it('lets no page inject markup, links or rows', () => {
    const assertions = [
      { name: 'a|b', passed: false, message: '![x](http://evil.example)\n| row | <img src=x> `' },
    ];
    const text = renderMarkdown([pageOf({ passed: false, assertions })]);
    expect(text).toContain('- a\\|b: \\!\\[x\\]\\(http://evil.example\\) \\| row \\| \\<img src=x\\> \\`\n');
  });
});

describe('the table', () => {
  it('marks pages, aligns numbers in columns, and says what failed', () => {
    expect(renderTable([failing, pageOf()])).toBe(
      [
        '   SCORE  CHANGE  SEARCH ENGINES  SECURITY  PAGE',
        '✗     72  –                   60        90  https://shop.example/a?b=1',
        '✓     72  –                   60        90  https://shop.example/a?b=1',
        '',
        'https://shop.example/a?b=1',
        '  ✗ score: 72, at least 80 is wanted',
        '  ✗ Title of title: No <title> & nothing "else".',
        '  https://platform.example/r/abc',
        '',
      ].join('\n'),
    );
  });
});
