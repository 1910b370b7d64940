import fc from 'fast-check';

import { addAmounts } from '../../src/goals/days/add-amounts.ts';

const add = (...amounts: string[]): number | undefined =>
  addAmounts(amounts.map((amount) => ({ currency: 'EUR', amount })))[0]?.amount;

describe('amounts of money', () => {
  it('add up exactly', () => {
    expect(add('0.1', '0.2')).toBe(0.3);
    expect(add('-0.000000001', '1')).toBe(0.999999999);
    expect(add('999999999999999', '0.5', '-0.5')).toBe(999999999999999);
    expect(add('-2', '-3.25')).toBe(-5.25);
    expect(add('1', '-1')).toBe(0);
  });

  it('add up to the same in any order and grouping', () => {
    const cents = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const sum = amounts.reduce((total, amount) => total + amount, 0);
        expect(add(...amounts.map((amount) => (amount / 100).toFixed(2)).reverse())).toBe(sum / 100);
      }),
    );
  });

  it('are kept apart by currency, those without one last', () => {
    const amounts = [
      { currency: null, amount: '1' },
      { currency: 'USD', amount: '2' },
      { currency: 'EUR', amount: '3' },
      { currency: null, amount: '4' },
    ];
    expect(addAmounts(amounts)).toEqual([
      { currency: 'EUR', amount: 3 },
      { currency: 'USD', amount: 2 },
      { currency: null, amount: 5 },
    ]);
  });
});
