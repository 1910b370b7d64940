/** How much somebody may use in a minute. */
export interface Budget {
  /** Whose budget it is: a key, an organisation or an address. */
  id: string;
  limit: number;
}

/** What became of a request that asked for its budgets. */
export interface Admission {
  admitted: boolean;
  /** The budget with the least left, or the one that was exceeded. */
  tightest: Budget;
  /** What is left of it. */
  remaining: number;
  /** When some of it comes back, in milliseconds since the epoch. */
  resetAt: number;
}

/** A budget's use, as counted at one place. */
export interface Use {
  used: number;
  /** When the oldest use leaves the window, in milliseconds since the epoch. */
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
