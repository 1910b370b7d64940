import type { Metrics } from '@platform/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

import { BUSY } from './writing/batch-item.ts';
import type { BatchWriter } from './writing/batch-writer.ts';
import type { Outcome } from './intake/hit.ts';

type Write = BatchWriter['write'];

/**
 * Wraps the writing of batches in metrics: outcomes of hits, size and duration of batches, and the
 * length of the queue.
 */
export const observeCollect = (
  metrics: Metrics,
  depth: () => number,
  onFailure: (error: unknown) => void = () => undefined,
): ((write: Write) => Write) => {
  const registers = [metrics];
  const hits = new Counter({
    name: 'analytics_collect_reports_total',
    help: 'Hits by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'analytics_collect_batch_seconds',
    help: 'Time from the start of a batch to its commit',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 5],
    registers,
  });
  const size = new Histogram({
    name: 'analytics_collect_batch_reports',
    help: 'Hits in a batch',
    buckets: [1, 3, 10, 30, 100, 300, 1000],
    registers,
  });
  const queue = new Gauge({
    name: 'analytics_collect_queue_reports',
    help: 'Hits that wait to be stored or are being stored',
    registers,
    collect: () => {
      queue.set(depth());
    },
  });
  const failed = new Counter({
    name: 'analytics_collect_batch_failures_total',
    help: 'Batches that could not be written',
    registers,
  });

  return (write) => async (items, options) => {
    const stop = duration.startTimer();
    try {
      const outcomes = await write(items, options);
      const counts = new Map<Outcome, number>();
      for (const outcome of outcomes)
        if (outcome !== BUSY) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      for (const [outcome, count] of counts) hits.inc({ outcome }, count);
      return outcomes;
    } catch (error) {
      failed.inc();
      onFailure(error);
      throw error;
    } finally {
      stop();
      size.observe(items.length);
    }
  };
};
