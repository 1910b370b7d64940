import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '@platform/testing';

import { runDap } from './run-dap.ts';
import { run, ROOT, usePlatform } from './platform-harness.ts';

const { platform, folder, env, dap, client } = usePlatform();

describe('dap tokens', () => {
  it('pulls files under a lock, and reports what has changed since', async () => {
    const palette = await client().palettes.create({ base_color: '#3366cc' });
    const cwd = join(folder(), 'design');
    await mkdir(cwd);
    const configure = (prefix: string) =>
      writeFile(
        join(cwd, `${prefix}.config.ts`),
        `type Format = 'css' | 'scss';
         const format: Format = 'css';
         export default { tokens: [
           { palette: '${palette.id}', format, prefix: '${prefix}', path: 'src/tokens.css' },
           { palette: '${palette.id}', format: 'scss', path: 'src/tokens.scss' },
         ] };`,
      );
    await configure('dap');
    const tokens = (...argv: string[]) => runDap(['tokens', ...argv, '--json'], { cwd, env: env() });
    const statuses = async (...argv: string[]) => {
      const { exitCode, json } = await tokens('check', ...argv);
      const { files } = json() as { files: { status: string }[] };
      return [exitCode, ...files.map(({ status }) => status)];
    };

    expect(await statuses()).toEqual([1, 'not pulled', 'not pulled']);
    const dry = await tokens('pull', '--dry-run');
    expect(dry.json()).toMatchObject({ dry_run: true, files: [{ status: 'new' }, { status: 'new' }] });
    expect(await statuses()).toEqual([1, 'not pulled', 'not pulled']);
    expect(await tokens('pull')).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(cwd, 'src/tokens.css'), 'utf8')).toContain('--dap-');
    expect(await statuses()).toEqual([0, 'ok', 'ok']);
    const again = await tokens('pull');
    expect(again.json()).toMatchObject({ files: [{ status: 'unchanged' }, { status: 'unchanged' }] });

    await appendFile(join(cwd, 'src/tokens.css'), '/* mine */');
    await rm(join(cwd, 'src/tokens.scss'));
    expect(await statuses('--offline')).toEqual([1, 'edited', 'missing']);
    await tokens('pull');
    await configure('brand');
    expect(await statuses('--config', 'brand.config.ts')).toEqual([1, 'configuration changed', 'ok']);

    // As if the platform had another file by now.
    const path = join(cwd, 'dap.lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8')) as { files: Record<string, { sha256: string }> };
    await writeFile(join(cwd, 'src/tokens.css'), 'old');
    const sha256 = createHash('sha256').update('old').digest('hex');
    const entry = { ...lock.files['src/tokens.css'], sha256 };
    await writeFile(path, JSON.stringify({ ...lock, files: { ...lock.files, 'src/tokens.css': entry } }));
    expect(await statuses('--offline')).toEqual([0, 'ok', 'ok']);
    expect(await statuses()).toEqual([1, 'out of date', 'ok']);
  });

  it.each([
    ['nothing.ts', undefined, 'There is no file nothing.ts'],
    ['a.json', '{', 'a.json: '],
    ['b.json', '{"tokens": []}', 'needs a list "tokens"'],
    [
      'c.json',
      '{"tokens": [{"palette": "p", "theme": "t", "format": "css", "path": "x"}]}',
      'tokens[0] needs either',
    ],
    ['d.json', '{"tokens": [{"palette": "p", "path": "x"}]}', 'tokens[0] needs a format'],
    ['e.json', '{"tokens": [{"palette": "p", "format": "css"}]}', 'tokens[0] needs a path'],
    ['f.mjs', 'export default { tokens: [1] }', 'tokens[0] is not an object'],
    [
      'g.mjs',
      "const t = { palette: 'p', format: 'css', path: 'x' }; export default { tokens: [t, t] }",
      'two entries have the path x',
    ],
  ])('refuses the configuration %s with a helpful message', async (name, content, words) => {
    if (content !== undefined) await writeFile(join(folder(), name), content);
    expect(await dap('tokens', 'pull', '--config', name)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(words),
    });
  });

  it('exits with 3 for a palette that does not exist', async () => {
    await writeFile(
      join(folder(), 'none.json'),
      '{"tokens": [{"palette": "pal_none", "format": "css", "path": "x"}]}',
    );
    expect((await dap('tokens', 'pull', '--config', 'none.json')).exitCode).toBe(3);
  });
});

describe('dap keys', () => {
  it('creates, lists, rotates and revokes keys', async () => {
    const made = await dap(
      'keys',
      'create',
      '--name',
      'CI',
      '--scope',
      'reports:write,websites:read',
      '--expires',
      '30d',
      '--json',
    );
    expect(made.exitCode).toBe(0);
    const { key } = made.json() as { key: { id: string; key: string; scopes: string[] } };
    expect(key).toMatchObject({
      key: expect.stringMatching(/^dak_/),
      scopes: ['reports:write', 'websites:read'],
    });
    const listed = await dap('keys', 'list');
    expect(listed.out).toMatch(new RegExp(`${key.id} +CI +\\w{4} +until \\d{4}-`));
    expect(listed.out).not.toContain(key.key);
    const rotated = await dap('keys', 'rotate', key.id, '--grace', '60', '--json');
    const { key: next } = rotated.json() as { key: { id: string } };
    expect((await dap('keys', 'revoke', key.id, next.id)).out).toBe(
      `Revoked CI (${key.id}).\nRevoked CI (${next.id}).\n`,
    );
    expect((await dap('keys', 'list')).out).not.toContain(key.id);
    expect((await dap('keys', 'list', '--all')).out).toContain(key.id);
    expect((await dap('keys', 'revoke', 'key_none')).exitCode).toBe(3);
  });
});

describe('dap open', () => {
  it('opens a resource’s page in the browser that BROWSER names', async () => {
    const site = await client().websites.create({ domain: 'opened.example', privacy: 0 });
    expect((await dap('open', 'website', String(site.id), '--print')).out).toBe(`${site.stats_url}\n`);
    const browser = join(folder(), 'browser.sh');
    await writeFile(browser, `#!/bin/sh\necho "$1" > ${join(folder(), 'opened')}\n`, { mode: 0o755 });
    const opened = await runDap(['open', 'docs', '--json'], { env: { ...env(), BROWSER: browser } });
    expect(opened.json()).toEqual({ url: `${platform().url}/docs`, opened: true });
    await eventually(async () => {
      expect(await readFile(join(folder(), 'opened'), 'utf8')).toBe(`${platform().url}/docs\n`);
    });
    const none = await runDap(['open', '--json'], { env: { ...env(), BROWSER: join(folder(), 'none') } });
    expect(none.json()).toEqual({ url: `${platform().url}/`, opened: false });
  });
});

describe('npx --no-install dap', () => {
  it('works at the root of the repository', async () => {
    const { stdout } = await run('npx', ['--no-install', 'dap', 'keys', 'list', '--json'], {
      cwd: ROOT,
      env: { ...process.env, ...env() },
    });
    expect(JSON.parse(stdout)).toMatchObject({ keys: [{ name: 'First key' }] });
    const failed = run('npx', ['--no-install', 'dap', 'nope'], { cwd: ROOT });
    await expect(failed).rejects.toMatchObject({ code: 2 });
  });
});

describe('dap annotate', () => {
  it('tells of a deployment by the domain, with what the workflow knows', async () => {
    const { id } = await client().websites.create({ domain: 'annotated.example' });
    const note = await dap('annotate', String(id), 'Campaign', 'begins', '--at', '2026-03-01', '--json');
    expect(note.json()).toMatchObject({
      annotation: { text: 'Campaign begins', day: '2026-03-01', kind: 'note' },
    });
    const workflow = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'shop/site',
      GITHUB_RUN_ID: '42',
      GITHUB_SHA: '0123456789abcdef',
      GITHUB_REF_NAME: 'main',
    };
    const told = await runDap(['annotate', 'Annotated.example', '--deployment', '--json'], {
      cwd: folder(),
      env: { ...env(), ...workflow },
    });
    expect(told.json()).toMatchObject({
      annotation: {
        kind: 'deployment',
        text: 'Deployed main 0123456',
        url: 'https://github.com/shop/site/actions/runs/42',
      },
    });
    expect(await dap('annotate', 'nowhere.example', 'x')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('no website nowhere.example'),
    });
    expect(await dap('annotate', '999999', 'x')).toMatchObject({ exitCode: 3 });
    expect(await dap('annotate', String(id), 'x', '--at', 'soon')).toMatchObject({ exitCode: 3 });
  });
});
