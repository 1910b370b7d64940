import type { CheckResult } from '../../src/checks/check.ts';
import { firstFixes } from '../../src/audit/score.ts';

const result = (id: string, changes: Partial<CheckResult>): CheckResult => ({
  id,
  category: 'seo',
  title: id,
  titles: { pass: id, fail: id },
  importance: 'low',
  weight: 1,
  status: 'fail',
  score: 0,
  value: null,
  expected: null,
  items: [],
  total: 0,
  message: 'Wrong. Mend it.',
  ...changes,
});
const METAS = new Map([['secrets', { critical: true as const }]]);
const order = (...checks: CheckResult[]) => firstFixes(checks, 10, METAS).map(({ check }) => check.id);

it('puts what limits the score before anything else', () => {
  expect(
    order(
      result('title', { importance: 'critical', weight: 10 }),
      result('secrets', { importance: 'critical', weight: 1, category: 'security' }),
      result('secrets', { importance: 'critical', weight: 1, status: 'warn', score: 0.5 }),
    ),
  ).toEqual(['secrets', 'title', 'secrets']);
});

it('puts failures before warnings, then orders by importance, then by weight', () => {
  expect(
    order(
      result('warning', { status: 'warn', score: 0.5, importance: 'critical', weight: 10 }),
      result('cheap', { weight: 1 }),
      result('dear', { weight: 5 }),
      result('high', { importance: 'high' }),
    ),
  ).toEqual(['high', 'dear', 'cheap', 'warning']);
});

it('leaves out checks that passed or do not count, and stops at the limit', () => {
  const checks = [
    result('pass', { status: 'pass', score: 1 }),
    result('info', { status: 'info', score: null, weight: 0 }),
    result('a', {}),
    result('b', {}),
  ];
  expect(firstFixes(checks, 1, METAS)).toEqual([{ check: checks[2], points: 10 }]);
});
