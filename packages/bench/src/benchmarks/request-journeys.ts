import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { startTemporaryPlatform } from '@platform/local';
import { eventually } from '@platform/testing';

import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { createSmallSite } from '../rendering/small-site.ts';

const HOOK = new URL('../house/note-entered.ts', import.meta.url).href;
const ROOT = new URL('../../../../', import.meta.url).href;

/** Repetitions of a journey; background work is not entered in each of them. */
const REPEATS = 4;

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Journey {
  readonly name: string;
  readonly most: number;
  /** Files of these paths count. */
  readonly within: RegExp;
  /** Walks it once. */
  readonly walk: (round: number) => Promise<unknown>;
}

/** The processes that have loaded the hook and still run. */
const hookedProcesses = async (folder: string): Promise<readonly number[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.listens'));
  return files.map((name) => Number.parseInt(name)).filter((pid) => existsSync(`/proc/${pid}`));
};

/** Files entered in all processes since the last call, from the repository's folder. */
const takeEntered = async (folder: string, pids: readonly number[]): Promise<ReadonlySet<string>> => {
  await Promise.all(pids.map((pid) => rm(join(folder, `${pid}.json`), { force: true })));
  for (const pid of pids) process.kill(pid, 'SIGWINCH');
  const lists = await Promise.all(
    pids.map((pid) =>
      eventually(
        async () => JSON.parse(await readFile(join(folder, `${pid}.json`), 'utf8')) as readonly string[],
      ),
    ),
  );
  const own = lists.flat().filter((url) => url.startsWith(ROOT) && !url.includes('/node_modules/'));
  return new Set(own.map((url) => fileURLToPath(url).slice(fileURLToPath(ROOT).length)));
};

/** Counts the files of a service or the gateway that a request enters. */
export const requestJourneys: Benchmark = {
  id: 'request-journeys',
  title: 'Files that a request enters',
  measures:
    'Files of the service (for a revoked key of the gateway) of which a function runs for a page view, a palette, an export, a report without its checks, and a revocation; the log lists them. Packages and, beside the revocation, the gateway come on top, and are named apart.',
  limitSeconds: 600,
  async run({ log, cleanUp }) {
    const folder = await mkdtemp(join(tmpdir(), 'platform-journeys-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    const customer = createSmallSite().listen(0, '127.0.0.1');
    await once(customer, 'listening');
    cleanUp(() => Promise.resolve(customer.close()));
    const page = `http://127.0.0.1:${(customer.address() as AddressInfo).port}/`;
    const platform = await startTemporaryPlatform({
      ...process.env,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${HOOK}`,
      JOURNEY_FOLDER: folder,
    });
    cleanUp(() => platform.stop());
    const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const headers = { authorization: `Bearer ${platform.key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${platform.url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
      return text.startsWith('{') ? (JSON.parse(text) as { data: Record<string, unknown> }).data : {};
    };
    const site = await call('POST', '/api/v1/websites', { domain: 'journeys.example' });
    const palette = await call('POST', '/v1/palettes', { base_color: '#336699' });
    const keys: string[] = [];
    for (let round = 0; round <= REPEATS; round += 1) {
      const made = await call('POST', '/v1/keys', { name: `K${round}`, scopes: ['websites:read'] });
      keys.push(String(made['id']));
      // Known to the gateway, as a key in use is.
      await fetch(`${platform.url}/api/v1/websites`, {
        headers: { authorization: `Bearer ${String(made['key'])}` },
      });
    }

    const all: readonly Journey[] = [
      {
        name: 'page view',
        most: 45,
        within: /^services\/analytics\/src\//,
        walk: (round) =>
          fetch(`${platform.url}/collect`, {
            method: 'POST',
            headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
            body: JSON.stringify({
              k: site['site_key'],
              n: 'pageview',
              u: `https://journeys.example/page-${round}`,
            }),
          }),
      },
      {
        name: 'palette',
        most: 22,
        within: /^services\/palette\/src\//,
        walk: (round) => call('POST', '/v1/palettes', { base_color: `#33${round}699` }),
      },
      {
        name: 'export',
        most: 26,
        within: /^services\/palette\/src\//,
        async walk(round) {
          const made = await call('POST', '/v1/tokens/export', {
            palette_id: palette['id'],
            format: 'css',
            prefix: `p${round}`,
          });
          await call('GET', `/v1/tokens/${String(made['id'])}/status?wait=10`);
          await call('GET', `/v1/tokens/${String(made['id'])}/file`);
        },
      },
      {
        name: 'report without checks',
        most: 32,
        within: /^services\/reports\/src\/(?!checks\/\w+\/)/,
        walk: (round) => call('POST', '/api/v1/reports', { url: `${page}?round=${round}` }),
      },
      {
        name: 'revocation',
        most: 7,
        within: /^gateway\/src\/keys\//,
        walk: (round) => call('DELETE', `/v1/keys/${String(keys[round])}`),
      },
    ];

    const pids = await hookedProcesses(folder);
    const figures: Figure[] = [];
    for (const { name, most, within, walk } of all) {
      // The first time also enters what is only done once.
      await walk(0);
      await sleep(2_000);
      let entered: ReadonlySet<string> | undefined;
      for (let round = 1; round <= REPEATS; round += 1) {
        await takeEntered(folder, pids);
        await walk(round);
        await sleep(500);
        const files = await takeEntered(folder, pids);
        entered = entered?.intersection(files) ?? files;
      }
      const files = [...(entered ?? [])].toSorted();
      const own = files.filter((file) => within.test(file));
      log(`${name}, ${own.length} files:\n  ${own.join('\n  ')}`);
      log(`and of packages and the gateway: ${files.length - own.length}`);
      figures.push({ name, value: own.length, unit: 'files', aim: { atMost: most } });
    }
    return figures;
  },
};
