import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { findChromium } from '@platform/browser';
import { startPostgres } from '@platform/testing';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { startService } from '../harness/start-service.ts';
import type { RunningService } from '../harness/start-service.ts';
import { findLighthouse, measureWithLighthouse, METRICS } from '../rendering/lighthouse.ts';
import type { Measured } from '../rendering/lighthouse.ts';
import { createMetricSite, METRIC_PAGES } from '../rendering/metric-pages.ts';
import { reportOn } from '../rendering/report-on.ts';
import { median } from '../harness/percentile.ts';

const WITHIN = 0.1;
/** Differences too small to notice, for values so low that a tenth of them would be even less. */
const NEGLIGIBLE: Measured = { ttfb: 20, fcp: 20, lcp: 20, tbt: 30, cls: 0.005 };

const mediansOf = (runs: readonly Measured[]): Measured => ({
  ttfb: median(runs.map(({ ttfb }) => ttfb)),
  fcp: median(runs.map(({ fcp }) => fcp)),
  lcp: median(runs.map(({ lcp }) => lcp)),
  tbt: median(runs.map(({ tbt }) => tbt)),
  cls: median(runs.map(({ cls }) => cls)),
});

/** The metrics of a page, by a report on it. */
const measureByReport = async (service: RunningService, url: string): Promise<Measured> => {
  const { metrics } = await reportOn<Measured>(service, url);
  if (metrics === null) throw new Error(`${url} could not be rendered.`);
  return metrics;
};

export const renderMetrics: Benchmark = {
  id: 'render-metrics',
  title: 'Metrics of rendered pages beside Lighthouse',
  measures:
    'LCP, FCP, TTFB, TBT and CLS of 20 pages on the loopback interface: medians of 3 reports with render=1 and 3 runs of Lighthouse (npm, LIGHTHOUSE_FOLDER), in turns, in the same browser and throttled by it in the same way.',
  limitSeconds: 1_800,
  async run({ quick, log, cleanUp }): Promise<readonly Figure[]> {
    const cli = findLighthouse(process.env['LIGHTHOUSE_FOLDER'] ?? process.cwd());
    const source = findChromium(process.env);
    if (source.kind !== 'installed') throw new Error('Lighthouse needs a Chromium that is installed.');
    const postgres = await startPostgres({ durable: false });
    cleanUp(() => postgres.stop());
    const site = createMetricSite().listen(0, '127.0.0.1');
    await once(site, 'listening');
    cleanUp(() => Promise.resolve(site.close()));
    const service = await startService('reports', {
      postgresUrl: postgres.url,
      env: { GUARD_ALLOW: '127.0.0.1', CHROMIUM_PATH: source.path, PATH: process.env['PATH'] ?? '' },
    });
    cleanUp(() => service.stop());
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

    const close: Record<(typeof METRICS)[number], number> = { ttfb: 0, fcp: 0, lcp: 0, tbt: 0, cls: 0 };
    const ratios: Record<(typeof METRICS)[number], number[]> = {
      ttfb: [],
      fcp: [],
      lcp: [],
      tbt: [],
      cls: [],
    };
    const indexes = METRIC_PAGES.map((_, index) => index).filter((index) => !quick || index % 7 === 5);
    for (const index of indexes) {
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        const url = `${origin}/${index}/?round=${round}`;
        ours.push(await measureByReport(service, url));
        theirs.push(await measureWithLighthouse(cli, url, source.path));
      }
      const [own, other] = [mediansOf(ours), mediansOf(theirs)];
      log(`page ${index}: ${METRICS.map((name) => `${name} ${own[name]} / ${other[name]}`).join(', ')}`);
      for (const name of METRICS) {
        const difference = Math.abs(own[name] - other[name]);
        if (difference <= Math.max(NEGLIGIBLE[name], WITHIN * other[name])) close[name] += 1;
        if (other[name] > NEGLIGIBLE[name]) ratios[name].push(own[name] / other[name]);
      }
    }
    return METRICS.flatMap((name) => [
      { name: `${name}: pages within 10 %`, value: close[name], unit: '', aim: { atLeast: indexes.length } },
      { name: `${name}: ours ÷ Lighthouse’s, median`, value: median(ratios[name]), unit: '' },
    ]);
  },
};
