import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runDap } from './run-dap.ts';
import { ROOT, run, usePlatform } from './platform-harness.ts';

const { page, folder, state, env, dap, client, age } = usePlatform();

describe('dap report check', () => {
  it('passes a page in a private report, and prints it as text and as JSON', async () => {
    const first = await dap('report', 'check', page(), '--json');
    expect(first).toMatchObject({ exitCode: 0, err: '' });
    expect(first.json()).toMatchObject({
      passed: true,
      pages: [{ url: page(), score: expect.any(Number), baseline: null, assertions: [] }],
    });
    const [report] = await client().reports.list().all();
    expect(report).toMatchObject({ url: page(), privacy: 1 });
  });

  it('exits with 1 when a criterion is missed, and writes all files', async () => {
    await age();
    const files = ['--junit', 'j.xml', '--sarif', 's.json', '--markdown', 'm.md'];
    const failed = await dap(
      'report',
      'check',
      page(),
      '--min-score',
      '100,seo=0',
      '--fail-on',
      'security',
      ...files,
    );
    expect(failed).toMatchObject({ exitCode: 1, err: '' });
    expect(failed.out).toMatch(/✗ +\d+ .*\n\n/);
    expect(failed.out).toContain('at least 100 is wanted');
    const text = (name: string) => readFile(join(folder(), name), 'utf8');
    expect(await text('j.xml')).toContain('<testcase classname="security"');
    expect(JSON.parse(await text('s.json'))).toMatchObject({ version: '2.1.0' });
    expect(await text('m.md')).toContain('1 of 1 fail');
  });

  it('compares with the last run, keeping one history per page', async () => {
    await age();
    const same = await dap('report', 'check', page(), '--baseline', 'last', '--json');
    expect(same.exitCode).toBe(0);
    expect(same.json()).toMatchObject({ pages: [{ baseline: { score_change: 0, new: [] } }] });
    await age();
    state.head = '<meta name="robots" content="noindex">';
    const worse = await dap('report', 'check', page(), '--baseline', 'last');
    expect(worse.exitCode).toBe(1);
    expect(worse.out).toContain('score compared with the last run: -');
    const reports = await client().reports.list().all();
    expect(reports).toHaveLength(1);
    expect(
      await client()
        .reports.runs.list(reports[0]?.id ?? 0)
        .all(),
    ).toHaveLength(4);
  });

  it('finds the report on a page whose address is longer than a search may be', async () => {
    const long = `${page()}missing?q=${'x'.repeat(440)}${'😀'.repeat(40)}`;
    const first = await dap('report', 'check', long, '--json');
    await age();
    const again = await dap('report', 'check', long, '--json');
    expect([first.err, again.err]).toEqual(['', '']);
    const reports = await client().reports.list({ search: 'missing' }).all();
    expect(reports).toHaveLength(1);
  });

  it('exits with 1 for an unreachable page, and with 2 for an unknown category', async () => {
    const unreachable = await dap('report', 'check', 'http://127.0.0.1:1/');
    expect(unreachable.exitCode).toBe(1);
    expect(unreachable.out).toContain('No report: ');
    await age();
    expect(await dap('report', 'check', page(), '--fail-on', 'speed')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('Categories: '),
    });
  });

  it('exits with 3 when the key is refused', async () => {
    const refused = await runDap(['report', 'check', page()], { env: { ...env(), DAP_KEY: 'dak_nobody' } });
    expect(refused).toMatchObject({
      exitCode: 3,
      out: '',
      err: expect.stringMatching(/^dap: .*\(request [\w-]+\)\n$/),
    });
  });

  it('runs the way the action calls it', async () => {
    await age();
    const [summary, output] = [join(folder(), 'summary.md'), join(folder(), 'output')];
    const script = join(ROOT, 'actions', 'report-check', 'check.sh');
    const variables = { ...process.env, ...env(), GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
    const action = (more: Record<string, string>) =>
      run(script, {
        cwd: folder(),
        env: {
          ...variables,
          PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
          URLS: `\n${page()}\n`,
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
    await expect(readFile(join(folder(), 'injected'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
