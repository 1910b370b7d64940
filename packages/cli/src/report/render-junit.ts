import type { JudgedPage } from './criteria.ts';

/** Text for XML 1.0; the characters that it can't hold at all are left out. */
const escape = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(String(value)).replace(/[\t\r\n]+/g, ' ')}"`)
    .join('');

interface TestCase {
  classname: string;
  name: string;
  failure?: string;
  skipped?: boolean;
  output?: string;
}

/**
 * The page's own checks, then what isn't about one of them. A case fails only where the exit code
 * says so, too.
 */
const casesOf = ({ report, assertions }: JudgedPage): TestCase[] => {
  const failed = new Map(
    assertions.flatMap(({ checkId, passed, message }) =>
      checkId === undefined || passed ? [] : [[checkId, message] as const],
    ),
  );
  const checks = report.checks.map((check): TestCase => {
    const { id, category: classname, title, status, message } = check;
    const failure = failed.get(id);
    const name = `${id}: ${title}`;
    if (failure !== undefined) return { classname, name, failure };
    return status === 'not_applicable'
      ? { classname, name, skipped: true }
      : { classname, name, output: `${status}: ${message}` };
  });
  const others = assertions
    .filter(({ checkId }) => checkId === undefined)
    .map(({ name, passed, message }): TestCase => ({
      classname: 'criteria',
      name,
      ...(passed ? { output: message } : { failure: message }),
    }));
  return [...others, ...checks];
};

const renderCase = ({ classname, name, failure, skipped, output }: TestCase): string => {
  const head = `    <testcase${attributes({ classname, name, time: 0 })}`;
  if (failure !== undefined)
    return `${head}>\n      <failure${attributes({ message: failure, type: 'failed' })}/>\n    </testcase>\n`;
  if (skipped) return `${head}>\n      <skipped/>\n    </testcase>\n`;
  return `${head}>\n      <system-out>${escape(output ?? '')}</system-out>\n    </testcase>\n`;
};

const countsOf = (cases: readonly TestCase[]): Record<string, number> => ({
  tests: cases.length,
  failures: cases.filter(({ failure }) => failure !== undefined).length,
  errors: 0,
  skipped: cases.filter(({ skipped }) => skipped).length,
  time: 0,
});

/**
 * JUnit's XML, as Jenkins, GitLab and GitHub's actions read it: a suite for each page, a case for
 * each check.
 */
export const renderJunit = (pages: readonly JudgedPage[]): string => {
  const suites = pages.map((page) => ({ page, cases: casesOf(page) }));
  const all = attributes({ name: 'dap report check', ...countsOf(suites.flatMap(({ cases }) => cases)) });
  const rendered = suites.map(({ page, cases }) => {
    const timestamp = (page.report.generated_at ?? page.report.created_at).slice(0, 19);
    const head = attributes({ name: page.url, timestamp, ...countsOf(cases) });
    return `  <testsuite${head}>\n${cases.map(renderCase).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${rendered.join('')}</testsuites>\n`;
};
