import type { Metrics } from '@platform/runtime';
import { Histogram } from 'prom-client';

import type { GenerationOutcome } from './generation-outcome.ts';

/** Counts and times generations by outcome: `generated`, or the failure’s code. */
export const createGenerationMetrics = (metrics: Metrics) => {
  const duration = new Histogram({
    name: 'reports_generation_seconds',
    help: 'Time from claiming a URL to its audit, by outcome',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
    registers: [metrics],
  });
  return (outcome: GenerationOutcome, seconds: number): void => {
    duration.observe({ outcome: outcome.status === 'generated' ? 'generated' : outcome.error }, seconds);
  };
};
