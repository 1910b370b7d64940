import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from '@platform/local';
import type { Platform } from '@platform/local';

import { runDemo } from '../src/run-demo.ts';
import type { DemoResult } from '../src/run-demo.ts';

const HOUR = 3_600_000;
const DAYS = 3;

describe('npm run demo', () => {
  let platform: Platform;
  let directory: string;
  let reportUrl: string;
  const now = Date.now();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-demo-'));
    await chmod(directory, 0o711);
    // As `npm start` does, which lets reports reach the gateway.
    const env = { ...process.env, LOG_LEVEL: 'error' };
    platform = await startPlatform({ port: 0, dataDirectory: directory, env });
    reportUrl = `${platform.url}/docs`;
  });

  afterAll(async () => {
    await platform.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const get = async <Data>(key: string, path: string): Promise<Data> => {
    const response = await fetch(platform.url + path, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return ((await response.json()) as { data: Data }).data;
  };

  const demo = (key: string, until: number): Promise<DemoResult> =>
    runDemo({
      url: platform.url,
      key,
      days: DAYS,
      visitors: 60,
      now: until,
      reportUrls: [reportUrl],
      log: () => undefined,
    });

  /** Returns what an owner sees after the demo: everything that it could have made twice. */
  const overview = async (key: string): Promise<object> => {
    const websites = await get<{ id: number; domain: string }[]>(
      key,
      '/api/v1/websites?sort_by=domain&sort=asc',
    );
    const statistics = await Promise.all(
      websites.map(async ({ id, domain }) => {
        const names = ['pageviews', 'page', 'event', 'referrer', 'browser'];
        // The days that every run here covers, in every zone.
        const from = new Date(now - (DAYS - 2) * 24 * HOUR).toISOString().slice(0, 10);
        const to = new Date(now + 24 * HOUR).toISOString().slice(0, 10);
        const lists = await Promise.all(
          names.map((name) =>
            get<object[]>(
              key,
              `/api/v1/stats/${id}?name=${name}&from=${from}&to=${to}&sort_by=value&per_page=100`,
            ),
          ),
        );
        return [domain, lists];
      }),
    );
    const [palettes, themes, reports] = await Promise.all([
      get<{ items: { harmony: string }[] }>(key, '/v1/palettes?limit=100'),
      get<{ items: { name: string }[] }>(key, '/v1/themes?limit=100'),
      get<{ url: string; status: string }[]>(key, '/api/v1/reports'),
    ]);
    return {
      statistics,
      palettes: palettes.items.map(({ harmony }) => harmony).sort(),
      themes: themes.items.map(({ name }) => name).sort(),
      reports: reports.map(({ url, status }) => [url, status]),
    };
  };

  it('fills the platform, and its pages open', async () => {
    const { websites, themes, reports } = await demo(platform.key, now);
    expect(websites.map(({ domain }) => domain)).toEqual([
      'demo-shop.example',
      'demo-docs.example',
      'demo-blog.example',
    ]);
    expect(websites.every(({ added }) => added > 20)).toBe(true);
    expect(reports).toEqual([
      {
        url: reportUrl,
        result: expect.stringMatching(/^(good|decent|bad), \d+ of 100$/),
        link: expect.any(String),
        isThere: true,
      },
    ]);
    const [shop, docs, blog] = websites;
    const open = async (link: string | undefined): Promise<string> => (await fetch(link ?? '')).text();
    expect(await open(shop?.link)).toContain('/pricing');
    expect(await open(docs?.link)).toContain('type="password"');
    expect(await open(blog?.link)).toContain('demo-blog.example');
    for (const { link } of [...themes, ...reports]) expect((await fetch(link)).status).toBe(200);
  });

  it('changes nothing when run again', async () => {
    const before = await overview(platform.key);
    const { websites } = await demo(platform.key, now);
    expect(websites.map(({ added }) => added)).toEqual([0, 0, 0]);
    expect(await overview(platform.key)).toEqual(before);
    expect(before).toMatchObject({
      palettes: { length: 3 },
      themes: ['Ember', 'Meadow', 'Ocean'],
      reports: { length: 1 },
    });
  });

  it('adds what has happened since the last run', async () => {
    const key = await platform.createKey('Second organisation');
    const first = await demo(key, now - 20 * HOUR);
    const second = await demo(key, now);
    expect(first.websites.every(({ added }) => added > 0)).toBe(true);
    expect(second.websites.some(({ added }) => added > 0)).toBe(true);
    expect(await overview(key)).toEqual(await overview(platform.key));
  });

  it('reports on a page of its own when no page of the internet can be reached', async () => {
    const key = await platform.createKey('Offline organisation');
    const { reports } = await runDemo({
      url: platform.url,
      key,
      days: 1,
      visitors: 1,
      now,
      reportUrls: ['https://nowhere.invalid/'],
      log: () => undefined,
    });
    expect(reports.map(({ url, result }) => [new URL(url).pathname, result])).toEqual([
      ['/docs', expect.stringMatching(/^(good|decent|bad), \d+ of 100$/)],
      ['/', expect.stringMatching(/^failed: /)],
    ]);
  });

  it('leaves every other port of the machine closed to reports', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const answer = await fetch(`${platform.url}/api/v1/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${platform.key}` },
        body: new URLSearchParams({ url: `http://${host}:${platform.ports['analytics']}/` }),
      });
      expect([host, answer.status]).toEqual([host, 422]);
    }
  });

  it('says what to do when no platform is running', async () => {
    const options = { key: 'none', days: 1, visitors: 1, now, log: () => undefined, reportUrls: [] };
    await expect(runDemo({ ...options, url: 'http://127.0.0.1:1' })).rejects.toThrow('npm start');
  });
});
