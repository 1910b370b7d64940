/** Closed: used. Open: not used. Half-open: one request at a time tries whether it is well again. */
export type CircuitState = 'closed' | 'half-open' | 'open';

export interface Circuit {
  state(): CircuitState;
  /** A request was answered. */
  succeeded(): void;
  /** @param isUnreachable false if it was reached and broke off, which has to happen repeatedly */
  failed(isUnreachable: boolean): void;
  /** A health check came out so. */
  checked: (isHealthy: boolean) => void;
}

/** As many in a row open the circuit; an unreachable target does so at once. */
const BREAKS = 3;
const FAILED_CHECKS = 2;

/**
 * The circuit breaker of one target. A health check gets it out of `open`, and a request that
 * succeeds closes it. One that failed its health checks isn't asked before it passes one, even if
 * it still answers earlier requests: it may be about to stop.
 */
export const createCircuit = (onChange: (state: CircuitState) => void): Circuit => {
  let state: CircuitState = 'closed';
  let breaks = 0;
  let failedChecks = 0;
  let isUnfit = false;

  const change = (next: CircuitState): void => {
    if (state === next) return;
    [state, breaks] = [next, 0];
    onChange(next);
  };

  return {
    state: () => state,
    succeeded() {
      breaks = 0;
      if (!isUnfit) change('closed');
    },
    failed(isUnreachable) {
      breaks += 1;
      if (isUnreachable || state === 'half-open' || breaks >= BREAKS) change('open');
    },
    checked(isHealthy) {
      failedChecks = isHealthy ? 0 : failedChecks + 1;
      isUnfit = failedChecks >= FAILED_CHECKS;
      if (isHealthy && state === 'open') change('half-open');
      if (isUnfit) change('open');
    },
  };
};
