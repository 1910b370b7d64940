import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { findChromium } from '@platform/browser';
import { startPostgres } from '@platform/testing';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { median } from '../harness/percentile.ts';
import { startService } from '../harness/start-service.ts';
import { watchCpu } from '../harness/process-figures.ts';
import { findLighthouse } from '../rendering/lighthouse.ts';
import { createMetricSite, METRIC_PAGES } from '../rendering/metric-pages.ts';
import { reportOn } from '../rendering/report-on.ts';

const RENDER = fileURLToPath(
  new URL('../../../../services/reports/src/browser/render-cli.ts', import.meta.url),
);

/** Runs a program to its end. @returns the processor time of it and all that it started, in seconds */
const cpuOfProgram = async (
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> => {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const watch = await watchCpu(child.pid ?? 0);
  const [code] = await ended;
  const seconds = await watch.stop();
  if (code !== 0) throw new Error(`${words[0] ?? ''} ended with code ${String(code)}.`);
  return seconds;
};

const inHundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

export const renderCpu: Benchmark = {
  id: 'render-cpu',
  title: 'Processor time of rendered reports beside Lighthouse',
  measures:
    'Processor time of a report with render=1, service and browser together, and of a run of Lighthouse (npm, LIGHTHOUSE_FOLDER) with all its categories, on 20 pages in turns; and what coverage and filmstrip add to a rendering.',
  limitSeconds: 3_600,
  async run({ quick, log, cleanUp }): Promise<readonly Figure[]> {
    const cli = findLighthouse(process.env['LIGHTHOUSE_FOLDER'] ?? process.cwd());
    const source = findChromium(process.env);
    if (source.kind !== 'installed') throw new Error('Lighthouse needs a Chromium that is installed.');
    const postgres = await startPostgres({ durable: false });
    cleanUp(() => postgres.stop());
    const site = createMetricSite().listen(0, '127.0.0.1');
    await once(site, 'listening');
    cleanUp(() => Promise.resolve(site.close()));
    const env = { CHROMIUM_PATH: source.path, PATH: process.env['PATH'] ?? '' };
    const service = await startService('reports', {
      postgresUrl: postgres.url,
      env: { ...env, GUARD_ALLOW: '127.0.0.1' },
    });
    cleanUp(() => service.stop());
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const flags = process.getuid?.() === 0 ? '--headless=new --no-sandbox' : '--headless=new';
    // The browser starts with the first one.
    await reportOn(service, `${origin}/0/?warm=1`);

    const ratios: number[] = [];
    const ours: number[] = [];
    const theirs: number[] = [];
    const details: number[] = [];
    const indexes = METRIC_PAGES.map((_, index) => index).filter((index) => !quick || index % 7 === 5);
    for (const index of indexes) {
      const url = `${origin}/${index}/?cpu=1`;
      const watch = await watchCpu(service.pid);
      await reportOn(service, url);
      const own = await watch.stop();
      const other = await cpuOfProgram(
        [cli, url, '--output=json', '--output-path=/dev/null', '--quiet', `--chrome-flags=${flags}`],
        { CHROME_PATH: source.path },
      );
      const whole = await cpuOfProgram([RENDER, url, '--details'], env);
      const bare = await cpuOfProgram([RENDER, url], env);
      ours.push(own);
      theirs.push(other);
      ratios.push(own / other);
      details.push(whole - bare);
      log(
        `page ${index}: ${own.toFixed(2)} s / ${other.toFixed(2)} s; details ${(whole - bare).toFixed(2)} s`,
      );
    }
    return [
      { name: 'a report, median', value: inHundredths(median(ours)), unit: 's' },
      { name: 'Lighthouse, median', value: inHundredths(median(theirs)), unit: 's' },
      {
        name: 'ours ÷ Lighthouse’s, median of pairs',
        value: inHundredths(median(ratios)),
        unit: '',
        aim: { atMost: 0.5 },
      },
      { name: 'coverage and filmstrip, median', value: inHundredths(median(details)), unit: 's' },
    ];
  },
};
