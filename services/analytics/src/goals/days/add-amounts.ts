import type { Revenue } from '../goal.ts';
import type { Amount } from './span-counts.ts';

/** Amounts have at most so many digits behind the point. */
const DIGITS = 9;

/** Billionths, so that adding loses nothing. */
const toUnits = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return amount.startsWith('-') ? -units : units;
};

const toNumber = (units: bigint): number => {
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0');
  const amount = Number(`${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`);
  return units < 0n ? -amount : amount;
};

/** What names no currency comes last. */
const compare = (a: Revenue, b: Revenue): number => {
  if (a.currency === null || b.currency === null) return a.currency === null ? 1 : -1;
  return a.currency < b.currency ? -1 : 1;
};

/** Adds up by currency, exactly. */
export const addAmounts = (amounts: readonly Amount[]): readonly Revenue[] => {
  const sums = new Map<string | null, bigint>();
  for (const { currency, amount } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0n) + toUnits(amount));
  return [...sums].map(([currency, units]) => ({ currency, amount: toNumber(units) })).sort(compare);
};
