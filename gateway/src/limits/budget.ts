/** Writes budgets as a key for express-rate-limit: `id=limit`, separated by spaces. */
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

/** The most that a caller may use in a minute. */
export interface Budget {
  /** Owner of the budget: a key, an organisation or an address. */
  id: string;
  limit: number;
}

/** Outcome of a request that asked for its budgets. */
export interface Admission {
  admitted: boolean;
  /** The budget with the least left, or the one that was exceeded. */
  tightest: Budget;
  /** Amount left of it. */
  remaining: number;
  /** The time at which some of it comes back, in milliseconds since the epoch. */
  resetAt: number;
}

/** A budget's use, as counted at one place. */
export interface Use {
  used: number;
  /** The time at which the oldest use leaves the window, in milliseconds since the epoch. */
  resetAt: number;
}

export const WINDOW_MILLISECONDS = 60_000;
/**
 * Uses are counted in buckets of this length, so they come back up to one bucket late and never
 * early.
 */
export const BUCKET_MILLISECONDS = 1_000;

/** Decides from the uses before the request; each budget has one. */
export const admit = (budgets: readonly Budget[], uses: readonly Use[]): Admission => {
  let tightest: Admission | undefined;
  budgets.forEach((budget, index) => {
    const { used, resetAt } = uses[index] ?? { used: 0, resetAt: 0 };
    const remaining = budget.limit - used - 1;
    if (tightest === undefined || remaining < tightest.remaining)
      tightest = { admitted: remaining >= 0, tightest: budget, remaining, resetAt };
  });
  if (tightest === undefined) throw new Error('A request was counted without a budget.');
  return { ...tightest, remaining: Math.max(0, tightest.remaining) };
};

/**
 * Part of every key of the limits, so a cluster keeps them all in one place: one script updates
 * several of them.
 */
export const SLOT = '{gateway}';

/** The gateways that share the limits, with the time when each last registered. */
export const GATEWAYS = `${SLOT}:instances`;
