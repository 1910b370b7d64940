import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT, run, usePlatform } from './platform-harness.ts';

const { platform, page, folder, env, age } = usePlatform();

/** How a program ended, whether well or not. */
const outcome = async (
  command: string,
  argv: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number; stdout: string }> =>
  run(command, [...argv], options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, stdout };
    },
  );

describe('the command line as it is published', () => {
  it('is installed from the tarball that the platform serves into an empty folder, and checks a page there', async () => {
    const cwd = join(folder(), 'installed');
    await mkdir(cwd);
    await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
    const served = (await (await fetch(`${platform().url}/downloads/index.json`)).json()) as {
      packages: { name: string; file: string; integrity: string }[];
    };
    const packages = served.packages.filter(({ file }) => file.endsWith('.tgz'));
    expect(packages.map(({ name }) => name)).toEqual([
      '@design-and-analytics/client',
      '@design-and-analytics/cli',
    ]);
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts'];
    const tarballs = packages.map(({ file }) => `${platform().url}/downloads/${file}`);
    await run('npm', ['install', ...quietly, ...tarballs], { cwd });
    const lock = JSON.parse(await readFile(join(cwd, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    };
    expect(Object.keys(lock.packages).sort()).toEqual([
      '',
      'node_modules/@design-and-analytics/cli',
      'node_modules/@design-and-analytics/client',
    ]);
    for (const { name, integrity } of packages)
      expect(lock.packages[`node_modules/${name}`]?.integrity).toBe(integrity);
    const dap = (...argv: string[]) =>
      outcome(join(cwd, 'node_modules', '.bin', 'dap'), argv, {
        cwd,
        env: { ...process.env, NODE_OPTIONS: '', ...env() },
      });
    const help = await dap('--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('report check');
    expect((await dap('--version')).stdout).toMatch(/^dap \d+\.\d+\.\d+\n$/);
    expect((await dap('report', 'check', page())).code).toBe(0);
    expect((await dap('report', 'check', page(), '--min-score', '101')).code).toBe(2);
  });
});

describe('the steps of the action report-check', () => {
  beforeEach(age);

  const step = async (name: string, more: Record<string, string>) => {
    const cwd = join(folder(), name);
    await mkdir(cwd);
    const files = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
    const script = join(ROOT, 'actions', 'report-check', 'check.sh');
    const { code } = await outcome(script, [], {
      cwd,
      env: { ...process.env, ...env(), URLS: `  ${page()}\n`, JUNIT: 'junit.xml', ...files, ...more },
    });
    const [output = '', summary = '', junit = ''] = await Promise.all(
      ['output', 'summary', 'junit.xml'].map((file) => readFile(join(cwd, file), 'utf8')),
    );
    return { code, output, summary, junit };
  };

  it('pass where the page meets the criteria, and hand over the summary', async () => {
    const { code, output, summary, junit } = await step('passing', { MIN_SCORE: '1' });
    expect({ code, output }).toEqual({ code: 0, output: 'passed=true\n' });
    expect(summary).toContain(page());
    expect(junit).toContain('<testsuite');
  });

  it('fail where it does not, and take no input for a command', async () => {
    const { code, output, summary } = await step('failing', { MIN_SCORE: '100', FAIL_ON: '' });
    expect({ code, output }).toEqual({ code: 1, output: 'passed=false\n' });
    expect(summary).toContain('1 of 1 fail');
    const { code: hostile } = await outcome(join(ROOT, 'actions', 'report-check', 'check.sh'), [], {
      cwd: folder(),
      env: { ...process.env, ...env(), URLS: '$(touch hacked)', MIN_SCORE: '$(touch hacked)' },
    });
    expect(hostile).toBe(2);
    expect(await readdir(folder())).not.toContain('hacked');
  });
});
