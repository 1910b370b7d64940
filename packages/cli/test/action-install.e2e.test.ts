import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { ROOT, run, usePlatform } from './platform-harness.ts';

const { page, folder, env } = usePlatform();

/** Folders that a checkout doesn't have. */
const NOT_IN_GIT = new Set(['.git', '.data', 'coverage', 'node_modules']);

it('the action installs dap into a checkout of its own, and checks a page with it', async () => {
  const checkout = join(folder(), 'checkout');
  await cp(ROOT, checkout, { recursive: true, filter: (path) => !NOT_IN_GIT.has(basename(path)) });
  const action = join(checkout, 'actions', 'report-check');
  await run(join(action, 'install.sh'), [], {
    cwd: action,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
    maxBuffer: 16 * 1024 ** 2,
  });
  const workspace = join(folder(), 'workspace');
  await mkdir(workspace);
  const output = join(workspace, 'output');
  await run(join(action, 'check.sh'), [], {
    cwd: workspace,
    env: { ...process.env, ...env(), URLS: page(), MIN_SCORE: '1', GITHUB_OUTPUT: output },
  });
  expect(await readFile(output, 'utf8')).toBe('passed=true\n');
});
