import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';
import { createDatabase } from '@platform/database';
import { startTemporaryPlatform } from '@platform/local';
import type { Platform } from '@platform/local';
import { eventually } from '@platform/testing';

import { runDap } from './run-dap.ts';
import type { Ran } from './run-dap.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let platform: Platform;
let server: Server;
let page: string;
let folder: string;
/** What the page looks like; a test makes it worse. */
const state = {
  head: '<meta name="description" content="A page that the command line checks, in enough words to be taken for a description of it.">',
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const found = request.url === '/';
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page to check from the command line</title>${state.head}</head><body><h1>Hello</h1></body></html>`;
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html' }).end(found ? html : 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  folder = await mkdtemp(join(tmpdir(), 'platform-cli-'));
  platform = await startTemporaryPlatform(process.env);
}, 120_000);
afterAll(async () => {
  server.close();
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const env = (): Record<string, string> => ({ DAP_URL: platform.url, DAP_KEY: platform.key });
const dap = (...argv: string[]): Promise<Ran> => runDap(argv, { cwd: folder, env: env() });
const client = () => createPlatform({ url: platform.url, key: platform.key });

/** A result of the last minute isn't made again; the tests don't wait for that. */
const age = async (): Promise<void> => {
  const url = platform.databases.reports;
  const database = createDatabase({ url, schema: 'reports', poolSize: 1, applicationName: 'test' });
  await database('reports').update({ generated_at: database.raw("generated_at - interval '2 minutes'") });
  await database.destroy();
};

describe('dap report check', () => {
  it('passes a page in a private report, and prints it as text and as JSON', async () => {
    const first = await dap('report', 'check', page, '--json');
    expect(first).toMatchObject({ exitCode: 0, err: '' });
    expect(first.json()).toMatchObject({
      passed: true,
      pages: [{ url: page, score: expect.any(Number), baseline: null, assertions: [] }],
    });
    const [report] = await client().reports.list().all();
    expect(report).toMatchObject({ url: page, privacy: 1 });
  });

  it('exits with 1 when a criterion is missed, and writes all files', async () => {
    await age();
    const files = ['--junit', 'j.xml', '--sarif', 's.json', '--markdown', 'm.md'];
    const failed = await dap(
      'report',
      'check',
      page,
      '--min-score',
      '100,seo=0',
      '--fail-on',
      'security',
      ...files,
    );
    expect(failed).toMatchObject({ exitCode: 1, err: '' });
    expect(failed.out).toMatch(/✗ +\d+ .*\n\n/);
    expect(failed.out).toContain('at least 100 is wanted');
    const text = (name: string) => readFile(join(folder, name), 'utf8');
    expect(await text('j.xml')).toContain('<testcase classname="security"');
    expect(JSON.parse(await text('s.json'))).toMatchObject({ version: '2.1.0' });
    expect(await text('m.md')).toContain('1 of 1 fail');
  });

  it('compares with the last run, keeping one history per page', async () => {
    await age();
    const same = await dap('report', 'check', page, '--baseline', 'last', '--json');
    expect(same.exitCode).toBe(0);
    expect(same.json()).toMatchObject({ pages: [{ baseline: { score_change: 0, new: [] } }] });
    await age();
    state.head = '<meta name="robots" content="noindex">';
    const worse = await dap('report', 'check', page, '--baseline', 'last');
    expect(worse.exitCode).toBe(1);
    expect(worse.out).toContain('score against the last run: -');
    const reports = await client().reports.list().all();
    expect(reports).toHaveLength(1);
    expect(
      await client()
        .reports.runs.list(reports[0]?.id ?? 0)
        .all(),
    ).toHaveLength(4);
  });

  it('exits with 1 for an unreachable page, and with 2 for an unknown category', async () => {
    const unreachable = await dap('report', 'check', 'http://127.0.0.1:1/');
    expect(unreachable.exitCode).toBe(1);
    expect(unreachable.out).toContain('No report: ');
    await age();
    expect(await dap('report', 'check', page, '--fail-on', 'speed')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('Categories: '),
    });
  });

  it('exits with 3 when the key is refused', async () => {
    const refused = await runDap(['report', 'check', page], { env: { ...env(), DAP_KEY: 'dak_nobody' } });
    expect(refused).toMatchObject({
      exitCode: 3,
      out: '',
      err: expect.stringMatching(/^dap: .*\(request [\w-]+\)\n$/),
    });
  });

  it('runs the way the action calls it', async () => {
    await age();
    const [summary, output] = [join(folder, 'summary.md'), join(folder, 'output')];
    const script = join(ROOT, 'actions', 'report-check', 'check.sh');
    const variables = { ...process.env, ...env(), GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
    const action = (more: Record<string, string>) =>
      run(script, {
        cwd: folder,
        env: {
          ...variables,
          PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
          URLS: `\n${page}\n`,
          ...more,
        },
      });
    await action({ MIN_SCORE: '1', SARIF: 'action.sarif', BASELINE: '' });
    expect(await readFile(output, 'utf8')).toBe('passed=true\n');
    expect(await readFile(summary, 'utf8')).toContain('all 1 pass');
    await age();
    await expect(action({ MIN_SCORE: '100', FAIL_ON: '$(touch injected)' })).rejects.toMatchObject({
      code: 2,
    });
    await age();
    await expect(action({ MIN_SCORE: '100' })).rejects.toMatchObject({ code: 1 });
    expect(await readFile(output, 'utf8')).toBe('passed=true\npassed=false\npassed=false\n');
    await expect(readFile(join(folder, 'injected'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('dap tokens', () => {
  it('pulls files under a lock, and reports what has changed since', async () => {
    const palette = await client().palettes.create({ base_color: '#3366cc' });
    const cwd = join(folder, 'design');
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
    if (content !== undefined) await writeFile(join(folder, name), content);
    expect(await dap('tokens', 'pull', '--config', name)).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining(words),
    });
  });

  it('exits with 3 for a palette that does not exist', async () => {
    await writeFile(
      join(folder, 'none.json'),
      '{"tokens": [{"palette": "pal_none", "format": "css", "path": "x"}]}',
    );
    expect((await dap('tokens', 'pull', '--config', 'none.json')).exitCode).toBe(3);
  });
});

describe('dap events import', () => {
  const event = (index: number): object => ({
    name: 'pageview',
    url: `https://imported.example/${index % 7}`,
    time: new Date(Date.now() - 86_400_000 + index * 1000).toISOString(),
    ip: `192.0.2.${index % 200}`,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify(event(from + index))}\n`).join('');
  let siteKey: string;

  beforeAll(async () => {
    siteKey = (await client().websites.create({ domain: 'imported.example' })).site_key;
  });

  const load = async (file: string, ...more: string[]) => {
    const ran = await dap('events', 'import', file, `--site-key=${siteKey}`, '--json', ...more);
    return { exitCode: ran.exitCode, ...(ran.json() as object) };
  };

  it('stores each row of NDJSON once, however often it is imported', async () => {
    await writeFile(join(folder, 'a.ndjson'), lines(2_300));
    expect(await load('a.ndjson')).toMatchObject({ exitCode: 0, rows: 2_300, stored: 2_300, refused: 0 });
    expect(await load('a.ndjson')).toMatchObject({ stored: 0, dropped: { duplicate: 2_300 } });
    // Rows that were added since are new; the others are not.
    await appendFile(join(folder, 'a.ndjson'), lines(10, 5_000));
    expect(await load('a.ndjson')).toMatchObject({ stored: 10, dropped: { duplicate: 2_300 } });
  });

  it('reports refused rows by line, and stores the others', async () => {
    const bad = ['oops\n', '[]\n', '\n', '{"name":"pageview"}\n', '{"name":"signup","time":"yesterday"}\n'];
    await writeFile(join(folder, 'b.jsonl'), lines(2, 9_000) + bad.join(''));
    const result = await load('b.jsonl');
    expect(result).toMatchObject({ exitCode: 1, rows: 6, stored: 2, refused: 4 });
    const { refusals } = result as unknown as { refusals: { line: number; reason: string }[] };
    expect(refusals.map(({ line }) => line).sort()).toEqual([3, 4, 6, 7]);
    expect(refusals.find(({ line }) => line === 7)?.reason).toMatch(/^time /);
  });

  it('reads CSV with properties', async () => {
    const head = 'name,url,time,props.plan\r\n';
    const row = `signup,https://imported.example/,${new Date(Date.now() - 3_600_000).toISOString()},"gold, ""x"""\r\n`;
    await writeFile(join(folder, 'c.csv'), `\uFEFF${head}${row}${row}too,few\r\n`);
    expect(await load('c.csv')).toMatchObject({ exitCode: 1, rows: 3, stored: 2, refused: 1 });
  });

  it('resumes where it was interrupted', async () => {
    await writeFile(join(folder, 'd.ndjson'), lines(3_000, 20_000));
    const cancel = new AbortController();
    const { runCli } = await import('../src/run-cli.ts');
    const exitCode = await runCli(
      ['events', 'import', 'd.ndjson', `--site-key=${siteKey}`],
      // The first progress is told after the first thousand.
      {
        env: env(),
        cwd: folder,
        out: () => undefined,
        err: () => {
          cancel.abort();
        },
      },
      cancel.signal,
    );
    expect(exitCode).toBe(130);
    const rest = await load('d.ndjson');
    expect(rest).toMatchObject({ exitCode: 0, rows: 3_000, stored: 3_000, dropped: {} });
    await expect(readFile(join(folder, 'd.ndjson.dap-progress'))).rejects.toMatchObject({ code: 'ENOENT' });
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
    const browser = join(folder, 'browser.sh');
    await writeFile(browser, `#!/bin/sh\necho "$1" > ${join(folder, 'opened')}\n`, { mode: 0o755 });
    const opened = await runDap(['open', 'docs', '--json'], { env: { ...env(), BROWSER: browser } });
    expect(opened.json()).toEqual({ url: `${platform.url}/docs`, opened: true });
    await eventually(async () => {
      expect(await readFile(join(folder, 'opened'), 'utf8')).toBe(`${platform.url}/docs\n`);
    });
    const none = await runDap(['open', '--json'], { env: { ...env(), BROWSER: join(folder, 'none') } });
    expect(none.json()).toEqual({ url: `${platform.url}/`, opened: false });
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
