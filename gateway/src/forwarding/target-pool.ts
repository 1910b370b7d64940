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

/** Facts for choosing between instances of a service. */
export interface Instance {
  readonly url: string;
  readonly circuit: Circuit;
  /** Requests that it has not answered in full. */
  pending: number;
  /** Not asked before then, by performance.now(): it failed slowly. */
  pausedUntil: number;
  close(): void;
}

interface TargetPool<Target extends Instance> {
  readonly targets: readonly Target[];
  /** The target for a request; undefined if none can be asked at the moment. */
  choose(): Target | undefined;
  /** Another one that is well, for a request that this one failed. */
  other(failed: Instance): Target | undefined;
  close: () => void;
}

const CHECK_MILLISECONDS = 2_000;

/** True if an instance says that it is ready for requests; one that is about to stop is not. */
const isReady = async (url: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(CHECK_MILLISECONDS);
    const answer = await fetch(new URL('/health/ready', url), { signal });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
};

/**
 * Spreads requests over the instances of a service: each goes to the one with the fewest pending.
 * Instances that fail requests or health checks are left out, unless all do; then each is tried, as
 * nobody else could answer. A single instance is never checked. A load balancer in between couldn't
 * tell which requests may be repeated. Fewest pending also suits instances of different speed, and
 * one that hangs.
 */
export const createTargetPool = <Target extends Instance>(targets: readonly Target[]): TargetPool<Target> => {
  let turn = 0;

  const isWell = ({ circuit, pending }: Target): boolean =>
    circuit.state() === 'closed' || (circuit.state() === 'half-open' && pending === 0);

  const isPaused = ({ pausedUntil }: Target): boolean => pausedUntil > 0 && performance.now() < pausedUntil;

  const leastPending = (accepts: (target: Target) => boolean): Target | undefined => {
    let best: Target | undefined;
    turn = (turn + 1) % targets.length;
    for (let step = 0; step < targets.length; step += 1) {
      const target = targets[(turn + step) % targets.length];
      if (target && accepts(target) && (!best || target.pending < best.pending)) best = target;
    }
    return best;
  };

  const [first] = targets;
  if (!first) throw new Error('A service needs a target.');
  if (targets.length === 1)
    return {
      targets,
      choose: () => (isPaused(first) ? undefined : first),
      other: () => undefined,
      close: () => {
        first.close();
      },
    };

  const check = (): void => {
    for (const { url, circuit } of targets) void isReady(url).then(circuit.checked);
  };
  const timer = setInterval(check, CHECK_MILLISECONDS).unref();

  return {
    targets,
    choose: () => leastPending(isWell) ?? leastPending((target) => !isPaused(target)),
    other: (failed) => leastPending((target) => target !== failed && isWell(target)),
    close() {
      clearInterval(timer);
      for (const target of targets) target.close();
    },
  };
};
