import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { startPostgres } from '@platform/testing';

import { createLargeSite } from '../crawling/large-site.ts';
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { cpuOf, memoryOf } from '../harness/process-figures.ts';
import { startService } from '../harness/start-service.ts';

const PAGES = 10_000;
const PAGES_QUICK = 300;
const PAUSE_MILLISECONDS = 500;

interface Site {
  id: number;
  status: string;
  progress: { found: number; done: number };
}

export const siteCrawl: Benchmark = {
  id: 'site-crawl',
  title: 'Crawl of a large site',
  measures:
    'Pages a second, CPU and memory (PSS) of the service while it crawls 10,000 pages of 9 KB on the loopback interface as fast as it can; halfway it is killed, and another instance goes on.',
  limitSeconds: 3_600,
  async run({ quick, log, cleanUp }): Promise<readonly Figure[]> {
    const pages = quick ? PAGES_QUICK : PAGES;
    const postgres = await startPostgres({ durable: false });
    cleanUp(() => postgres.stop());
    const { server, visits } = createLargeSite(pages);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanUp(() => Promise.resolve(server.close()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/0`;
    const env = { GUARD_ALLOW: '127.0.0.1', CRAWL_REQUESTS_PER_SECOND: '1000' };
    const start = () => startService('reports', { postgresUrl: postgres.url, env });
    let service = await start();
    cleanUp(() => service.stop());
    const ask = async (path: string, init: RequestInit = {}): Promise<Site> => {
      const headers = { authorization: await service.identity.bearer() };
      const answer = await fetch(`${service.url}/api/v1/sites${path}`, { ...init, headers });
      return ((await answer.json()) as { data: Site }).data;
    };

    const body = new URLSearchParams({ url, max_pages: String(pages) });
    const { id } = await ask('', { method: 'POST', body });
    const memory: { done: number; mib: number }[] = [];
    let crawled = 0;
    let seconds = 0;
    let cpu = 0;
    /** Until so many pages are done. */
    const crawlTo = async (goal: number): Promise<Site> => {
      const [from, began] = [(await ask(`/${id}`)).progress.done, performance.now()];
      const used = await cpuOf(service.pid);
      let site = await ask(`/${id}`);
      while (site.progress.done < goal && !['completed', 'failed'].includes(site.status)) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
        site = await ask(`/${id}`);
        memory.push({ done: site.progress.done, mib: await memoryOf(service.pid) });
      }
      crawled += site.progress.done - from;
      seconds += (performance.now() - began) / 1_000;
      cpu += (await cpuOf(service.pid)) - used;
      log(`${site.progress.done} of ${site.progress.found} pages, ${memory.at(-1)?.mib.toFixed(0)} MiB`);
      return site;
    };
    await crawlTo(pages / 2);
    process.kill(service.pid, 'SIGKILL');
    service = await start();
    const killedAt = performance.now();
    const { done } = (await ask(`/${id}`)).progress;
    while ((await ask(`/${id}`)).progress.done <= done)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    const idle = (performance.now() - killedAt) / 1_000;
    await crawlTo((pages * 3) / 4);
    let site = await crawlTo(pages);
    while (site.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      site = await ask(`/${id}`);
    }
    const most = (from: number, to: number): number =>
      Math.max(...memory.filter((sample) => sample.done >= from && sample.done <= to).map(({ mib }) => mib));
    return [
      { name: 'pages done', value: site.progress.done, unit: '', aim: { atLeast: pages } },
      { name: 'completed', value: site.status === 'completed' ? 1 : 0, unit: '', aim: { atLeast: 1 } },
      { name: 'pages', value: crawled / seconds, unit: 'pages/s' },
      { name: 'CPU of the service', value: cpu / 1_000 / crawled, unit: 'ms/page' },
      { name: 'most memory, first half', value: most(0, pages / 2), unit: 'MiB' },
      { name: 'most memory, last quarter', value: most((pages * 3) / 4, pages), unit: 'MiB' },
      { name: 'after the kill, until it went on', value: idle, unit: 's' },
      {
        name: 'pages asked for twice',
        value: visits.filter((count) => count > 1).length,
        unit: '',
        aim: { atMost: 4 },
      },
      {
        name: 'pages never asked for',
        value: visits.filter((count) => count === 0).length,
        unit: '',
        aim: { atMost: 0 },
      },
    ];
  },
};
