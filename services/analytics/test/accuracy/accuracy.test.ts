import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import crawlers from 'crawler-user-agents';

import { appReferrer, groupOf } from '../../src/collect/intake/channel.ts';
import { createBotFilter } from '../../src/collect/intake/bot-filter.ts';
import { readFixtures } from './fixtures.ts';

const LISTS = fileURLToPath(new URL('../../src/sources/lists', import.meta.url));

/**
 * Lower bounds, by the list that is in a package. For figures against more suites, run
 * `node test/accuracy/measure.ts`.
 */
describe('the filter of bots', () => {
  const verdict = createBotFilter();

  it('knows all but nine of the crawlers that a public list has user agents of', () => {
    const agents = (crawlers as readonly { instances: readonly string[] }[]).flatMap(
      ({ instances }) => instances,
    );
    expect(agents.length).toBeGreaterThan(2_100);
    const missed = agents.filter((agent) => verdict(agent) === null);
    expect(missed.length).toBeLessThanOrEqual(9);
  });

  it.each([
    'Mozilla/5.0 (Linux; Android 6.0; POWER BOT Build/MRA58K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/54.0.2840.85 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 4.2.2; ar-il; GM Discovery tab 8 Build/JDQ39) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30',
    'Mozilla/5.0 (Linux; arm; Android 10; youwei box) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.6834.2037 YaApp_Android/25.20/apad YaSearchBrowser/25.20/apad BroPP/1.0 SA/3 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; U; Linux x86_64; en-US) AppleWebKit/532.5 (KHTML, like Gecko) Comodo_Dragon/4.1.1.11 Chrome/4.1.249.1042 Safari/532.5',
    'HTML/1.0; Opera/9.80 (X11;Linux armv7i;NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;Vendor/TOKYO;U;en) AppleWebKit/534.24 (KHTML, like Gecko) Safari/534.24',
  ])('takes no browser for one: %s', (agent) => {
    expect(verdict(agent)).toBeNull();
  });

  it.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.1205 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/51.0.1783.1945 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
  ])('knows %s', (agent) => {
    expect(verdict(agent)).toBe('bot');
  });
});

/**
 * Every host of Matomo's lists, in the copies that the product reads. Snowplow's list and the browsers
 * of isbot and device-detector are in no package: `node test/accuracy/measure.ts` measures those.
 */
describe('hosts of Matomo’s lists', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lists-'));
    await symlink(LISTS, join(folder, 'searchengine-and-social-list'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    // Five are assistants or a social network as well, which they are here.
    ['search', 640, 5],
    ['social', 210, 0],
    ['assistant', 20, 0],
  ])('are of the group %s', (group, atLeast, others) => {
    const hosts = readFixtures(folder).hosts.filter((host) => host.group === group);
    expect(hosts.length).toBeGreaterThan(atLeast);
    const missed = hosts.filter(({ host }) => {
      const ours = groupOf(appReferrer(host)) ?? 'none';
      // Video portals are social networks there.
      return ours !== group && !(ours === 'video' && group === 'social');
    });
    expect(missed.map(({ host }) => host).slice(others)).toEqual([]);
  });
});
