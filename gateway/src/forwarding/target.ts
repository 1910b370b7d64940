import { createCircuit } from './circuit-breaker.ts';
import type { Circuit, CircuitState } from './circuit-breaker.ts';
import type { Way } from './forwarding.ts';
import { createHitBatches } from './hit-batches.ts';
import type { HitBatches } from './hit-batches.ts';
import { createPooledWay } from './pooled-transport.ts';
import { createStreamingWay } from './streaming-transport.ts';

/** The ways to an instance. */
export type WayName = 'pooled' | 'streaming';

/** One instance of a service, with its connections. */
export interface Target {
  url: string;
  circuit: Circuit;
  /** Requests that it has not answered in full. */
  pending: number;
  /** Not asked before then, by performance.now(): it failed slowly. */
  pausedUntil: number;
  readonly ways: Readonly<Record<WayName, Way>>;
  /** The way of hits, of an instance that takes many at once. */
  readonly hits: HitBatches;
  close(): void;
}

export interface TargetOptions {
  url: string;
  /** An identity that says that this is the gateway. */
  vouch: () => Promise<string> | string;
  onChange: (state: CircuitState) => void;
}

/** Connects to one instance. Created once at boot. */
export const createTarget = ({ url, vouch, onChange }: TargetOptions): Target => {
  const ways = { pooled: createPooledWay(url), streaming: createStreamingWay(url) };
  const hits = createHitBatches({ url, vouch, single: ways.pooled });
  return {
    url,
    circuit: createCircuit(onChange),
    pending: 0,
    pausedUntil: 0,
    ways,
    hits,
    close() {
      hits.close();
      ways.pooled.close();
      ways.streaming.close();
    },
  };
};
