import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { brokenTargets, MADE_SITES, startMadeSite } from './made-sites.ts';

const run = promisify(execFile);
/** The version that the comparison was made with. */
const LINKINATOR = 'linkinator@7.6.1';
const MOST_OUTPUT = 64 * 1024 ** 2;

let folder: string;
let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkinator-'));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, LINKINATOR]);
  database = await openTestDatabase();
  service = await startService(database, { recoveryInterval: 200 });
}, 120_000);
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Fragments that need no element of that name, as browsers and HTML have it: the top, a text, and the
 * routes of apps. Linkinator calls them broken.
 */
const NEEDS_NO_ELEMENT = /#(?:top$|:~:|\/)/;

/** Links that linkinator calls broken, as paths with their fragments. */
const linkinatorOf = async (origin: string): Promise<string[]> => {
  const program = join(folder, 'node_modules/linkinator/build/src/cli.js');
  const { stdout } = await run(
    process.execPath,
    [program, `${origin}/`, '--recurse', '--check-fragments', '--format', 'JSON'],
    { maxBuffer: MOST_OUTPUT },
  ).catch((error: unknown) => {
    // It ends with 1 when it finds something.
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const { links } = JSON.parse(stdout) as { links: { url: string; state: string }[] };
  const broken = links.filter(({ state }) => state === 'BROKEN').map(({ url }) => decodeURI(url));
  return [...new Set(broken.map((url) => url.replace(origin, '')))].sort();
};

it.each(Object.keys(MADE_SITES) as (keyof typeof MADE_SITES)[])(
  'finds whatever linkinator finds on a %s, and more',
  async (name) => {
    const site = await startMadeSite(name);
    const api = await service.client('org_a');
    const { id } = (await api.post('/sites', { url: `${site.origin}/` })).body.data;
    await eventually(async () => {
      expect((await api.get(`/sites/${id}`)).body.data.status).toBe('completed');
    });
    const { data } = (await api.get(`/sites/${id}/problems?per_page=100`)).body;
    const ours = brokenTargets(data, site.origin);
    const theirs = await linkinatorOf(site.origin);
    process.stdout.write(`${name}: linkinator ${theirs.length}, ours ${ours.length}\n`);
    expect(theirs.length).toBeGreaterThan(5);
    const missed = theirs.filter((target) => !ours.includes(target) && !NEEDS_NO_ELEMENT.test(target));
    expect(missed).toEqual([]);
    await site.close();
  },
);
