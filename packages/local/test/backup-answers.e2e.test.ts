import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createContract } from '@platform/testing';

import { startPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';
import { createApi } from './contract/api.ts';
import type { Answer, Api } from './contract/api.ts';
import { tryExamples } from './contract/examples.ts';
import { servePage } from './contract/serve-page.ts';
import { START_SCRIPT } from './run-start-script.ts';

const run = promisify(execFile);
const env = {
  ...process.env,
  LOG_LEVEL: 'error',
  GUARD_ALLOW: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '0',
};

let directory: string;
let page: Awaited<ReturnType<typeof servePage>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-answers-'));
  await chmod(directory, 0o711);
  page = await servePage();
});
afterAll(async () => {
  page.close();
  await rm(directory, { recursive: true, force: true });
});

const command = (name: string, folder: string) =>
  run(process.execPath, [START_SCRIPT, name, join(directory, 'platform.backup')], {
    env: { ...env, DATA_DIR: join(directory, folder) },
  });

const connect = async ({ url, key }: Platform): Promise<Api> => {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
  const contract = createContract(document);
  const keyWith = (): never => {
    throw new Error('These tests have one key.');
  };
  return createApi({ url, key, otherKey: '', page: page.page, keyWith, document, contract });
};

/** Makes the records of all examples, and returns the questions that could be answered with them. */
const askEverything = async (api: Api): Promise<string[]> => {
  const asked = new Set<string>();
  const send = async (...sent: Parameters<Api['send']>): Promise<Answer> => {
    const answer = await api.send(...sent);
    if (sent[0] === 'GET' && answer.status < 300) asked.add(sent[1]);
    return answer;
  };
  expect(await tryExamples({ ...api, send }, (method) => method === 'get')).toEqual([]);
  return [...asked].sort();
};

const HOUR = 3_600_000;

interface WebsiteList {
  data: { site_key: string; domain: string }[];
  links: { next: string | null };
}

/** Gives every website visits of the last two weeks. */
const visitAll = async (api: Api): Promise<void> => {
  const websites: WebsiteList['data'] = [];
  for (let path: string | undefined = '/api/v1/websites?per_page=100'; path !== undefined;) {
    const { data, links } = (await api.send('GET', path)).body as WebsiteList;
    websites.push(...data);
    path = links.next ?? undefined;
  }
  for (const { site_key, domain } of websites) {
    const events = Array.from({ length: 40 }, (_, index) => ({
      id: `${site_key}-${index}`,
      site_key,
      time: new Date(Date.now() - (index + 1) * 8 * HOUR).toISOString(),
      url: `https://${domain}/${index % 7}`,
      ip: `203.0.113.${index % 20}`,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    }));
    const { body } = await api.send('POST', '/api/v1/events', { json: { events } });
    expect(body).toMatchObject({ data: { stored: 40, dropped: {} } });
  }
};

/** Paths that describe the running platform, or count these very requests. */
const OF_THE_MOMENT = /^\/v1\/(status|usage)\b/;

/**
 * Values that change by themselves: retries of deliveries after the first attempt, times still
 * ahead, and when a key was used.
 */
const MOVING = [
  /"last_used_(at|address)":(null|"[^"]*"),?/g,
  /(?<="attempts":\[\{[^}]*\})[^\]]*(?=\])/g,
  /"next_(attempt|generation)_at":(null|"[^"]*"),/g,
  /"(request_id|timestamp)":"[^"]*",?/g,
];

const answersOf = async (api: Api, paths: readonly string[]): Promise<Record<string, string>> => {
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const { status, body } = await api.send('GET', path);
    const text = `${status} ${JSON.stringify(body)}`.replaceAll(api.url, '');
    answers[path] = MOVING.reduce((rest, part) => rest.replace(part, ''), text);
  }
  return answers;
};

/** Starts a platform for as long as some work takes. */
const withPlatform = async <Result>(folder: string, work: (api: Api) => Promise<Result>): Promise<Result> => {
  const platform = await startPlatform({ port: 0, dataDirectory: join(directory, folder), env });
  try {
    return await work(await connect(platform));
  } finally {
    await platform.stop();
  }
};

it('answers every question of the interface as before, once it is restored', async () => {
  const { paths, before } = await withPlatform('first', async (api) => {
    const asked = (await askEverything(api)).filter((path) => !OF_THE_MOMENT.test(path));
    await visitAll(api);
    const answers = await answersOf(api, asked);
    await command('backup', 'first');
    return { paths: asked, before: answers };
  });
  // They aren’t empty: they have visits, finished reports, files of tokens.
  const told = Object.values(before).join('\n');
  for (const part of ['"Chrome"', '"result":"bad"', ':root {']) expect(told).toContain(part);
  await command('restore', 'second');
  expect(await withPlatform('second', (api) => answersOf(api, paths))).toEqual(before);
}, 900_000);
