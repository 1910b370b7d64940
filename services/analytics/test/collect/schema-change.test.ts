import { useCollect } from './collect-harness.ts';

const { platform, eventsOf } = useCollect();

const TABLES = ['visits', 'visitors', 'events', 'dictionary', 'websites'];

it('goes on storing events while a migration adds columns to its tables', async () => {
  const site = await platform().createWebsite();
  const send = async (path: string): Promise<number> => {
    const answer = await platform().beacon({ k: site.site_key, u: `https://${site.domain}${path}` });
    return answer.status;
  };
  // Statements are prepared by now, on the schema as it was.
  expect([await send('/'), await send('/a')]).toEqual([204, 204]);
  for (const table of TABLES)
    await platform().db.database.raw('ALTER TABLE ?? ADD COLUMN of_the_next_version integer', [table]);
  expect([await send('/b'), await send('/c')]).toEqual([204, 204]);
  expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/', '/a', '/b', '/c']);
});
