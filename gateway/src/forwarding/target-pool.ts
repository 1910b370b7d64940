import type { Target } from './target.ts';

export interface TargetPool {
  readonly targets: readonly Target[];
  /** The target for a request; undefined if none can be asked at the moment. */
  choose(): Target | undefined;
  /** Another one that is well, for a request that this one failed. */
  other(failed: Target): Target | undefined;
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
 * nobody else could answer. A single instance is never checked.
 */
export const createTargetPool = (targets: readonly Target[]): TargetPool => {
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
