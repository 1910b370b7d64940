export interface Breaker {
  /** True while the dependency may be used. */
  closed(): boolean;
  /** Opens the breaker. It closes again when a probe succeeds. */
  trip(reason: unknown): void;
  close(): void;
}

export interface BreakerOptions {
  /** Rejects while the dependency is down. */
  probe: () => Promise<unknown>;
  onChange?: (closed: boolean, reason?: unknown) => void;
  /** Time between probes. */
  milliseconds?: number;
}

/**
 * Keeps requests from waiting for a dependency that is down: after one failure only a background
 * probe contacts it.
 */
export const createBreaker = ({ probe, onChange, milliseconds = 500 }: BreakerOptions): Breaker => {
  let closed = true;
  let timer: NodeJS.Timeout | undefined;

  const probeLater = (): void => {
    timer = setTimeout(() => {
      probe().then(() => {
        closed = true;
        onChange?.(true);
      }, probeLater);
    }, milliseconds);
    timer.unref();
  };

  return {
    closed: () => closed,
    trip(reason) {
      if (!closed) return;
      closed = false;
      onChange?.(false, reason);
      probeLater();
    },
    close() {
      clearTimeout(timer);
    },
  };
};
