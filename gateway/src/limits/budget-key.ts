import type { Budget } from './budget.ts';

/** What express-rate-limit knows budgets by: `id=limit`, separated by spaces. */
export const keyOfBudgets = (budgets: readonly Budget[]): string =>
  budgets.map(({ id, limit }) => `${id}=${limit}`).join(' ');

const budgetsOfKey = (key: string): Budget[] =>
  key.split(' ').map((text) => {
    const at = text.lastIndexOf('=');
    return { id: text.slice(0, at), limit: Number(text.slice(at + 1)) };
  });

const MAX_KNOWN = 50_000;

/** Finds the budgets in a key made by `keyOfBudgets`, read once for each key. */
export const createBudgetFinder = (): ((key: string) => readonly Budget[]) => {
  const known = new Map<string, readonly Budget[]>();
  return (key) => {
    const found = known.get(key);
    if (found) return found;
    const budgets = budgetsOfKey(key);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, budgets);
    return budgets;
  };
};
