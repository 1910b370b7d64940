import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { startPostgres } from '@platform/testing';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { memoryOf, memoryOfTree } from '../harness/process-figures.ts';
import { startService } from '../harness/start-service.ts';
import { reportOn } from '../rendering/report-on.ts';
import { createSmallSite } from '../rendering/small-site.ts';

const REPORTS = 1_000;
const REPORTS_QUICK = 12;
const FLAT = 1.1;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Memory in the last quarter of the reports, as a multiple of that in the second: the first warms up. */
const growthOf = (samples: readonly number[]): number => {
  const quarter = Math.floor(samples.length / 4);
  return mean(samples.slice(-quarter)) / mean(samples.slice(quarter, 2 * quarter));
};

export const renderMemory: Benchmark = {
  id: 'render-memory',
  title: 'Memory of rendered reports',
  measures:
    'Memory (PSS) of the service, and of the service with browser and driver, after each of 1,000 reports on a small page with render=1, one after the other (RENDERED_REPORTS sets another number).',
  limitSeconds: 4 * 3_600,
  async run({ quick, log, cleanUp }): Promise<readonly Figure[]> {
    const count = Number(process.env['RENDERED_REPORTS'] ?? (quick ? REPORTS_QUICK : REPORTS));
    const postgres = await startPostgres({ durable: false });
    cleanUp(() => postgres.stop());
    const site = createSmallSite().listen(0, '127.0.0.1');
    await once(site, 'listening');
    cleanUp(() => Promise.resolve(site.close()));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const service = await startService('reports', {
      postgresUrl: postgres.url,
      env: {
        GUARD_ALLOW: '127.0.0.1',
        TARGET_REQUESTS_PER_SECOND: '100000',
        PATH: process.env['PATH'] ?? '',
        ...(process.env['CHROMIUM_PATH'] === undefined
          ? {}
          : { CHROMIUM_PATH: process.env['CHROMIUM_PATH'] }),
      },
    });
    cleanUp(() => service.stop());

    const own: number[] = [];
    const all: number[] = [];
    let failed = 0;
    for (let index = 0; index < count; index += 1) {
      const { metrics } = await reportOn(service, `${origin}/?report=${index}`);
      if (metrics === null) failed += 1;
      own.push(await memoryOf(service.pid));
      all.push(await memoryOfTree(service.pid));
      if ((index + 1) % 10 === 0)
        log(`${index + 1} reports: service ${own.at(-1)?.toFixed(0)} MiB, all ${all.at(-1)?.toFixed(0)} MiB`);
    }
    return [
      { name: 'reports', value: count, unit: '' },
      { name: 'reports without metrics', value: failed, unit: '', aim: { atMost: 0 } },
      { name: 'service, last quarter ÷ second', value: growthOf(own), unit: '', aim: { atMost: FLAT } },
      { name: 'service at the end', value: own.at(-1) ?? Number.NaN, unit: 'MiB' },
      {
        name: 'with the browser, last quarter ÷ second',
        value: growthOf(all),
        unit: '',
        aim: { atMost: FLAT },
      },
      { name: 'with the browser, at most', value: Math.max(...all), unit: 'MiB' },
    ];
  },
};
