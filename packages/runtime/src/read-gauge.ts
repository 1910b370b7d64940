import { Gauge } from 'prom-client';

import type { Metrics } from './metrics.ts';

export interface ReadGauge {
  name: string;
  help: string;
  /** Called at each scrape; the gauge is missing while there is no number. */
  read: () => Promise<number | null | undefined>;
}

/** Adds a gauge that is read on demand. */
export const addReadGauge = (registry: Metrics, { name, help, read }: ReadGauge): void => {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (typeof value === 'number') gauge.set(value);
      else gauge.remove();
    },
  });
};
