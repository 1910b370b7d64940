import type { ProcessStatus } from '@platform/http';

import type { CircuitState } from '../forwarding/target-pool.ts';

/** What the gateway knows of an instance without asking it. */
export interface KnownInstance {
  url: string;
  circuit: CircuitState;
  /** Requests that it has not answered in full. */
  pending: number;
}

/** What `/health/ready` says. */
export interface Readiness {
  failing: readonly string[];
  degraded: readonly string[];
}

/** An instance as it answered just now. */
export interface AskedInstance {
  /** Null for one that didn't answer. */
  readiness: Readiness | null;
  /** Null for one that didn't answer, or is of a version that doesn't tell. */
  process: ProcessStatus | null;
}

export type InstanceState = 'ok' | 'degraded' | 'unavailable' | 'unreachable';

/** In one word: whether it serves, and with everything it needs. */
export const stateOf = ({ readiness }: AskedInstance): InstanceState => {
  if (readiness === null) return 'unreachable';
  if (readiness.failing.length > 0) return 'unavailable';
  return readiness.degraded.length > 0 ? 'degraded' : 'ok';
};
