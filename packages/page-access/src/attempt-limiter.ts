export interface AttemptLimits {
  /** Wrong attempts per address (or IPv6 /56 network) and page in a window. */
  readonly perAddress: number;
  /** Wrong attempts per page from all addresses in a window, against guessing from many. */
  readonly perPage: number;
  readonly windowSeconds: number;
}

export interface AttemptLimiter {
  /**
   * Counts an attempt. Called before the password is checked, so that parallel guesses count too.
   * @throws AppError `rate_limited` with `retryAfterSeconds` when the attempts are used up
   */
  take(page: string, address: string): Promise<void>;
  /** Takes an attempt back: the password was right. */
  giveBack(page: string, address: string): Promise<void>;
}

/** 5 wrong passwords an address and 100 a page in 5 minutes. */
export const ATTEMPT_LIMITS: AttemptLimits = { perAddress: 5, perPage: 100, windowSeconds: 300 };
