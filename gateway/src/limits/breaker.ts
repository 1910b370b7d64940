export interface Breaker {
  /** True while the thing behind it may be used. */
  closed(): boolean;
  /** Opens the breaker: it closes again when a probe succeeds. */
  trip(reason: unknown): void;
  close(): void;
}

export interface BreakerOptions {
  /** Rejects while the thing behind the breaker is out of order. */
  probe: () => Promise<unknown>;
  onChange?: (closed: boolean, reason?: unknown) => void;
  /** Between probes. */
  milliseconds?: number;
}

/** Spares requests the wait for something that is down: after one failure only a probe in the background asks it. */
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
