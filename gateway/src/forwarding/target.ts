import { createCircuit } from './circuit-breaker.ts';
import type { Circuit, CircuitState } from './circuit-breaker.ts';
import type { Way } from './forwarding.ts';
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
  close(): void;
}

export interface TargetOptions {
  url: string;
  onChange: (state: CircuitState) => void;
}

/** Connects to one instance. Created once at boot. */
export const createTarget = ({ url, onChange }: TargetOptions): Target => {
  const ways = { pooled: createPooledWay(url), streaming: createStreamingWay(url) };
  return {
    url,
    circuit: createCircuit(onChange),
    pending: 0,
    pausedUntil: 0,
    ways,
    close() {
      ways.pooled.close();
      ways.streaming.close();
    },
  };
};
