import { orderFixes } from '../src/screens/websites/across/order-fixes.ts';
import type { SeenReport } from '../src/screens/websites/across/order-fixes.ts';

const check = (id: string, points: number, status = 'fail') =>
  ({ id, status, rank: 1, gain: { points, bytes: null, milliseconds: null } }) as never;

const report = (id: number, visitors: number, conversions: number, checks: never[]): SeenReport => ({
  id,
  page: `/${id}`,
  visitors,
  conversions,
  checks,
});

it('orders findings by people times points, over all pages', () => {
  const reports = [
    report(1, 100, 0, [check('csp', 2), check('alt', 5)]),
    report(2, 10, 10, [check('csp', 2), check('title', 3, 'warn'), check('lang', 9, 'pass')]),
  ];
  const inBrief = (by: 'visitors' | 'conversions') =>
    orderFixes(reports, by).map(({ check: { id }, worth, pages }) => [
      id,
      worth,
      pages.map(({ page }) => page),
    ]);
  expect(inBrief('visitors')).toEqual([
    ['alt', 500, ['/1']],
    ['csp', 220, ['/1', '/2']],
    ['title', 30, ['/2']],
  ]);
  expect(inBrief('conversions')).toEqual([
    ['title', 30, ['/2']],
    ['csp', 20, ['/2', '/1']],
    ['alt', 0, ['/1']],
  ]);
});

it('goes by points where nobody has been, and leaves out what wins nothing', () => {
  const reports = [report(1, 0, 0, [check('small', 1), check('none', 0), check('large', 4)])];
  expect(orderFixes(reports, 'visitors').map(({ check: { id } }) => id)).toEqual(['large', 'small']);
  expect(orderFixes([], 'visitors')).toEqual([]);
});
