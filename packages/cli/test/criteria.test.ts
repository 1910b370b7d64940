import { judge } from '../src/report/check-page.ts';
import type { Criteria, RunComparison } from '../src/report/check-page.ts';
import { reportOf } from './report-page.ts';

const NONE: Criteria = { minCategoryScores: new Map(), failOn: [], noWorse: false, maxDrop: 0 };

const comparisonOf = (change: number, worse: string[] = [], same = true): RunComparison =>
  ({
    score_change: change,
    same_rules: same,
    new: worse.map((id) => ({ id, title: `Title of ${id}`, message: `Message of ${id}.` })),
  }) as unknown as RunComparison;

const failedNames = (criteria: Partial<Criteria>, comparison: RunComparison | null = null): string[] =>
  judge(reportOf(), comparison, { ...NONE, ...criteria })
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);

describe('judge', () => {
  it('passes every generated report without criteria', () => {
    expect(judge(reportOf(), null, NONE)).toEqual([]);
  });

  it('passes no failed report', () => {
    const report = reportOf({
      status: 'failed',
      score: null,
      error: 'The host does not exist.',
      categories: [],
      checks: [],
    });
    expect(judge(report, null, NONE)).toEqual([
      { name: 'report', passed: false, message: 'No report: The host does not exist.' },
    ]);
  });

  it('compares scores, bounds included', () => {
    expect(failedNames({ minScore: 72 })).toEqual([]);
    expect(failedNames({ minScore: 73 })).toEqual(['score']);
    expect(
      failedNames({
        minCategoryScores: new Map([
          ['seo', 61],
          ['security', 90],
        ]),
      }),
    ).toEqual(['score of seo']);
  });

  it('fails on categories, checks and importance, but not on warnings', () => {
    expect(failedNames({ failOn: ['seo'] })).toEqual(['Title of title']);
    expect(failedNames({ failOn: ['title'] })).toEqual(['Title of title']);
    expect(failedNames({ failOn: ['high'] })).toEqual(['Title of title']);
    expect(failedNames({ failOn: ['security', 'csp', 'critical'] })).toEqual([]);
  });

  it('lists what exists when a criterion names something unknown', () => {
    expect(() => failedNames({ failOn: ['speed'] })).toThrow('Categories: seo, security.');
    expect(() => failedNames({ minCategoryScores: new Map([['speed', 1]]) })).toThrow('seo, security');
  });

  it('compares with the last run only on request, and tolerates the drop allowed', () => {
    const worse = comparisonOf(-3, ['csp']);
    expect(failedNames({}, worse)).toEqual([]);
    expect(failedNames({ noWorse: true }, worse)).toEqual([
      'score compared with the last run',
      'new: Title of csp',
    ]);
    expect(failedNames({ noWorse: true, maxDrop: 3 }, worse)).toEqual(['new: Title of csp']);
    expect(failedNames({ noWorse: true }, comparisonOf(0))).toEqual([]);
    expect(failedNames({ noWorse: true }, null)).toEqual([]);
  });

  it('says when the rules changed between runs', () => {
    const [assertion] = judge(reportOf(), comparisonOf(2, [], false), { ...NONE, noWorse: true });
    expect(assertion?.message).toBe(
      '+2 points; at most 0 may be lost. The rules changed between the two runs.',
    );
  });
});
