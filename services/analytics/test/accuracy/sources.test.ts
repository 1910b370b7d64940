import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { appReferrer } from '../../src/collect/intake/app-referrer.ts';
import { groupOf } from '../../src/collect/intake/channel-groups.ts';
import { readFixtures } from './fixtures.ts';

const LISTS = fileURLToPath(new URL('../../src/sources/lists', import.meta.url));

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
