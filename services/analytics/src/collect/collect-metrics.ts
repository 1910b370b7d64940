import type { Metrics } from '@platform/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

import type { BatchItem } from './batch-writer.ts';
import type { Outcome } from './hit.ts';

type Write = (items: readonly BatchItem[]) => Promise<readonly Outcome[]>;

/** Wraps the writing of batches in metrics: outcomes of reports, size and duration of batches, length of the queue. */
export const observeCollect = (metrics: Metrics, depth: () => number): ((write: Write) => Write) => {
  const registers = [metrics];
  const reports = new Counter({
    name: 'analytics_collect_reports_total',
    help: 'Reports by what became of them',
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
    help: 'Reports in a batch',
    buckets: [1, 3, 10, 30, 100, 300, 1000],
    registers,
  });
  new Gauge({
    name: 'analytics_collect_queue_reports',
    help: 'Reports that wait to be stored or are being stored',
    registers,
    collect() {
      this.set(depth());
    },
  });
  const failed = new Counter({
    name: 'analytics_collect_batch_failures_total',
    help: 'Batches that could not be written',
    registers,
  });

  return (write) => async (items) => {
    const stop = duration.startTimer();
    try {
      const outcomes = await write(items);
      const counts = new Map<Outcome, number>();
      for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      for (const [outcome, count] of counts) reports.inc({ outcome }, count);
      return outcomes;
    } catch (error) {
      failed.inc();
      throw error;
    } finally {
      stop();
      size.observe(items.length);
    }
  };
};
