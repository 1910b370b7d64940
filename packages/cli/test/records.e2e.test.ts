import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';
import { runCli } from '../src/run-cli.ts';
import { usePlatform } from './platform-harness.ts';

const run = promisify(execFile);
const { platform, page, folder, dap, client } = usePlatform();

type Json = Record<string, unknown>;

describe('websites on the command line', () => {
  const created = async (domain: string): Promise<Json> => {
    const { exitCode, json } = await dap('websites', 'create', domain, '--public', '--json');
    expect(exitCode).toBe(0);
    return (json() as { website: Json }).website;
  };

  it('are created, listed, shown and deleted, by id and by domain', async () => {
    const website = await created('cli-one.example');
    expect(website).toMatchObject({ domain: 'cli-one.example', privacy: 0 });
    const listed = await dap('websites', 'list', 'cli-one');
    expect(listed.out.split('\n')[0]).toMatch(/^ID +DOMAIN +PAGE +TIME ZONE +SINCE$/);
    expect(listed.out).toMatch(new RegExp(`^ *${String(website['id'])} +cli-one.example +public`, 'm'));
    expect((await dap('websites', 'show', 'CLI-one.example')).out).toContain('<script defer src=');
    const meant = await dap('websites', 'delete', 'cli-one.example');
    expect([meant.exitCode, meant.err]).toEqual([2, expect.stringContaining('say --yes')]);
    expect((await dap('websites', 'delete', String(website['id']), '--yes')).exitCode).toBe(0);
    const gone = await dap('websites', 'show', 'cli-one.example');
    expect([gone.exitCode, gone.err]).toEqual([2, 'dap: There is no website cli-one.example.\n']);
  });

  it('are found beyond the first page of a list', async () => {
    for (let at = 0; at < 12; at += 1) await client().websites.create({ domain: `many-${at}.example` });
    const { exitCode, json } = await dap('websites', 'list', 'many-', '--json');
    expect([exitCode, (json() as { websites: Json[] }).websites.length]).toEqual([0, 12]);
  });

  it('tell the platform’s refusal with the id of the request', async () => {
    const { exitCode, err, json } = await dap('websites', 'create', 'not a domain');
    expect([exitCode, err]).toEqual([3, expect.stringMatching(/\(request [\w-]+\)/)]);
    expect(json).toThrow();
    const again = await dap('websites', 'create', 'not a domain', '--json');
    expect(again.json()).toMatchObject({
      error: { status: 422, fields: { domain: expect.any(Array) }, request_id: expect.any(String) },
    });
  });

  it('show their statistics, broken down and filtered', async () => {
    const { id, domain } = await client().websites.create({ domain: 'cli-stats.example' });
    const total = await dap('stats', domain, '--range', '7d');
    expect([total.exitCode, total.out]).toEqual([
      0,
      expect.stringMatching(/^VISITORS +PAGEVIEWS\n +0 +0\n$/),
    ]);
    const pages = await dap(
      'stats',
      String(id),
      '--by',
      'page',
      '--metrics',
      'visitors',
      '--filter',
      'country is DE,AT',
      '--json',
    );
    expect(pages.json()).toMatchObject({ rows: [], per_page: 20 });
    const days = await dap('stats', domain, '--by', 'time:day', '--range', '2026-11-01..2026-11-03');
    expect(days.out).toMatch(/^TIME:DAY/);
    expect(await dap('stats', domain, '--filter', 'country')).toMatchObject({ exitCode: 2 });
    const unknown = await dap('stats', domain, '--metrics', 'luck');
    expect([unknown.exitCode, unknown.err]).toEqual([3, expect.stringContaining('metrics')]);
    expect(await dap('stats')).toMatchObject({ exitCode: 2 });
  });

  it('import the statistics of another program, and exit with 1 where that fails', async () => {
    await client().websites.create({ domain: 'cli-import.example' });
    const file = join(folder(), 'goatcounter.csv');
    await writeFile(file, 'nonsense\n');
    const failed = await dap('imports', 'create', 'cli-import.example', file, '--source', 'goatcounter');
    expect(failed.exitCode).toBe(1);
    expect(failed.out).toMatch(/goatcounter +goatcounter.csv +failed/);
    const listed = await dap('imports', 'list', 'cli-import.example');
    expect(listed.out).toContain('goatcounter.csv');
    expect(await dap('imports', 'create', 'cli-import.example', file)).toMatchObject({ exitCode: 2 });
    const missing = await dap('imports', 'create', 'cli-import.example', '/nowhere', '--source', 'umami');
    expect(missing).toMatchObject({ exitCode: 2 });
  });
});

describe('sites and themes on the command line', () => {
  it('a crawl is waited for and lists its problems', async () => {
    const crawled = await dap('sites', 'crawl', page(), '--max-pages', '3', '--fail-on-problems', '--json');
    const { site, problems } = crawled.json() as { site: Json; problems: Json[] };
    expect(site['status']).toBe('completed');
    expect(crawled.exitCode).toBe(problems.length > 0 ? 1 : 0);
    expect((await dap('sites', 'list')).out).toContain(page());
    expect((await dap('sites', 'show', String(site['id']))).out).toContain('completed');
    expect(await dap('sites', 'show', 'x')).toMatchObject({ exitCode: 2 });
  });

  it('a theme is made from a palette and a file of tokens', async () => {
    const palette = await client().palettes.create({ base_color: '#3366cc' });
    const tokens = join(folder(), 'tokens.json');
    await writeFile(
      tokens,
      JSON.stringify({ gap: { $type: 'dimension', $value: { value: 4, unit: 'px' } } }),
    );
    const made = await dap(
      'themes',
      'create',
      'Command',
      'line',
      '--palette',
      palette.id,
      '--tokens',
      tokens,
    );
    expect(made.out).toMatch(/^thm_\w+ Command line\n/);
    const [id = ''] = made.out.split(' ');
    expect((await dap('themes', 'list', 'Command')).out).toContain(id);
    const shown = await dap('themes', 'show', id, '--mode', 'dark');
    expect(shown.out).toMatch(/^Command line, dark: http/);
    expect(shown.out).toContain('background');
    expect(await dap('themes', 'show', id, '--mode', 'dusk')).toMatchObject({ exitCode: 2 });
  });
});

describe('dap themes import', () => {
  it('reads a folder with modes, a zip, and says what was left out', async () => {
    const palette = await client().palettes.create({ base_color: '#3366cc' });
    const tokens = join(folder(), 'brand');
    await mkdir(join(tokens, 'node_modules'), { recursive: true });
    const shade = (hex: string) => JSON.stringify({ bg: { $type: 'color', $value: hex } });
    await writeFile(join(tokens, 'light.json'), shade('#ffffff'));
    await writeFile(join(tokens, 'dark.json'), shade('#0a0a0a'));
    await writeFile(join(tokens, 'other.json'), JSON.stringify({ gone: { $value: '{nowhere}' } }));
    await writeFile(join(tokens, 'node_modules/no.json'), shade('#123456'));
    const made = await dap('themes', 'import', tokens, '--palette', palette.id, '--json');
    const { theme, imported } = made.json() as { theme: Json; imported: Json };
    expect([made.exitCode, theme['name']]).toEqual([0, 'brand']);
    expect(imported['files']).toEqual(['dark.json', 'light.json', 'other.json']);
    expect(JSON.stringify(theme['resolved_tokens'])).toContain('#0a0a0a');
    const told = await dap('themes', 'import', tokens, '--palette', palette.id, '--complete');
    expect([told.exitCode, told.out]).toEqual([
      1,
      expect.stringContaining('Left out:\n  gone refers to {nowhere}'),
    ]);
    const output = join(folder(), 'read.json');
    expect((await dap('themes', 'import', join(tokens, 'light.json'), '--output', output)).exitCode).toBe(0);
    expect(JSON.parse(await readFile(output, 'utf8'))).toMatchObject({ bg: { $type: 'color' } });
    expect(await dap('themes', 'import', tokens)).toMatchObject({ exitCode: 2 });
    expect(await dap('themes', 'import', '/nowhere', '--output', output)).toMatchObject({ exitCode: 2 });
  });
});

describe('dap login', () => {
  const withKey = async (answer: string, argv: readonly string[], env: Record<string, string>) => {
    let [out, err] = ['', ''];
    const exitCode = await runCli(argv, {
      env,
      cwd: folder(),
      out: (text) => (out += text),
      err: (text) => (err += text),
      ask: () => Promise.resolve(answer),
    });
    return { exitCode, out, err };
  };

  it('stores a key that works, for this user and this platform only, and forgets it', async () => {
    const home = await mkdtemp(join(folder(), 'home-'));
    const env = { HOME: home };
    const { url, key } = platform();
    const wrong = await withKey('dak_wrong', ['login', '--url', url], env);
    expect(wrong.exitCode).toBe(3);
    await expect(stat(join(home, '.config/dap/login.json'))).rejects.toThrow();

    const login = await withKey(`${key}\n`, ['login', '--url', url], env);
    expect([login.exitCode, login.out]).toEqual([0, expect.stringContaining(`Signed in to ${url}`)]);
    expect(login.out).not.toContain(key);
    const file = join(home, '.config/dap/login.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url, key });

    expect((await withKey('', ['whoami'], env)).out).toContain(url);
    expect((await withKey('', ['websites', 'list'], env)).exitCode).toBe(0);
    const elsewhere = await withKey('', ['websites', 'list', '--url', 'http://127.0.0.1:9'], env);
    expect([elsewhere.exitCode, elsewhere.err]).toEqual([2, 'dap: Set DAP_KEY to an API key.\n']);
    expect((await withKey('', ['logout'], env)).out).toContain('It stays valid');
    expect((await withKey('', ['whoami'], env)).exitCode).toBe(2);
    await createPlatform({ url, key }).keys.showSelf();
    expect((await withKey('', ['logout'], env)).out).toBe('Nobody was signed in.\n');
  });

  it('shows a code, and gets its key once somebody has typed it into the console', async () => {
    const home = await mkdtemp(join(folder(), 'home-'));
    const { url, key } = platform();
    const owner = createPlatform({ url, key });
    const run = async (decide: (code: string) => Promise<unknown>) => {
      let [out, err] = ['', ''];
      let decided: Promise<unknown> | undefined;
      const exitCode = await runCli(['login', '--url', url, '--no-browser'], {
        env: { HOME: home },
        cwd: folder(),
        isInteractive: true,
        out: (text) => (out += text),
        err: (text) => {
          err += text;
          const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(text) ?? [];
          if (code !== undefined) decided = decide(code);
        },
      });
      await decided;
      return { exitCode, out, err };
    };
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const approve = (code: string) =>
      owner.deviceLogins.approve(code, { scopes: ['websites:read'], expires_at: until });
    const login = await run(approve);
    expect(login).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/Signed in to .* as dap on .* of .* \(websites:read\), until \d{4}-/),
      err: expect.stringMatching(/^Open .*\/console\/device\. Type this code there: [A-Z]{4}-[A-Z]{4}\n$/),
    });
    const stored = JSON.parse(await readFile(join(home, '.config/dap/login.json'), 'utf8')) as {
      key: string;
    };
    expect(login.out).not.toContain(stored.key);
    expect((await withKey('', ['websites', 'list'], { HOME: home })).exitCode).toBe(0);
    const refused = await run((code) => owner.deviceLogins.deny(code));
    expect(refused).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('turned this command line away'),
    });

    // What takes its place, and what is left, is revoked.
    const isValid = (of: string): Promise<boolean> =>
      createPlatform({ url, key: of })
        .keys.showSelf()
        .then(
          () => true,
          () => false,
        );
    const again = await run(approve);
    expect(again.out).toMatch(/^Revoked the key for .*\(key_\w+\)\.\nSigned in to /);
    expect(await isValid(stored.key)).toBe(false);
    const file = join(home, '.config/dap/login.json');
    const second = JSON.parse(await readFile(file, 'utf8')) as { key: string };
    expect(await isValid(second.key)).toBe(true);
    const logout = await withKey('', ['logout', '--json'], { HOME: home });
    expect([logout.exitCode, JSON.parse(logout.out)]).toEqual([
      0,
      { url, key_id: expect.stringMatching(/^key_/), revoked: true },
    ]);
    expect(await isValid(second.key)).toBe(false);
    await expect(stat(file)).rejects.toThrow();
  });

  it('says that a key stays valid where the platform can’t be reached, and forgets it', async () => {
    const home = await mkdtemp(join(folder(), 'home-'));
    const file = join(home, '.config/dap/login.json');
    await mkdir(join(home, '.config/dap'), { recursive: true });
    await writeFile(file, JSON.stringify({ url: 'http://127.0.0.1:9', key: 'dak_x', madeKey: 'key_7' }));
    const logout = await withKey('', ['logout'], { HOME: home });
    expect([logout.exitCode, logout.out]).toEqual([
      3,
      expect.stringMatching(/^Forgot the key .*, but it stays valid: .* Revoke key_7 in the console/),
    ]);
    await expect(stat(file)).rejects.toThrow();
  });

  it('takes a key that is piped in', async () => {
    const home = await mkdtemp(join(folder(), 'home-'));
    const main = new URL('../src/main.ts', import.meta.url).pathname;
    const { url, key } = platform();
    const line = `echo "$KEY" | ${process.execPath} ${main} login --url ${url}`;
    const { stdout } = await run('bash', ['-c', line], {
      env: { PATH: process.env['PATH'], HOME: home, KEY: key },
    });
    expect(stdout).toContain('Signed in to');
  });
});
