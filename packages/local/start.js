#!/usr/bin/env node
// What `npm start`, `npm run demo` and the like run. Plain JavaScript for Node.js 18 and newer,
// because it runs before anything is installed: it installs what the lock file asks for, and then
// runs the Node.js of the repository itself, without a shell in between that would swallow signals.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const COMMANDS = {
  start: 'packages/local/src/main.ts',
  keys: 'packages/local/src/keys.ts',
  demo: 'packages/demo/src/main.ts',
  backup: 'packages/local/src/backup.ts',
  restore: 'packages/local/src/restore.ts',
  render: 'packages/local/src/render/main.ts',
  release: 'packages/release/src/main.ts',
};
const NEEDED = 24;

/** @param {string} message @returns {never} */
const fail = (message) => {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
};

const read = (path) => {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
};

/** npm leaves HOME unset when it was, and then finds no cache. */
const home = () => {
  try {
    return process.env.HOME || homedir() || tmpdir();
  } catch {
    return tmpdir();
  }
};

/** pnpm keeps a copy of the lock file it has installed. */
const isInstalled = () => read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml');

const install = () => {
  const { packageManager } = JSON.parse(read('package.json') ?? '{}');
  const npm = process.env.npm_execpath;
  // npm's own file if npm started this process, or npx from the PATH.
  const [program, ...words] =
    npm?.endsWith('npm-cli.js') === true
      ? [process.execPath, npm, 'exec', '--yes', '--', packageManager]
      : ['npx', '--yes', packageManager];
  const { status, error } = spawnSync(program, [...words, 'install', '--frozen-lockfile'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Users who turn install scripts off everywhere still need Node.js' and PostgreSQL's own.
    env: { ...process.env, HOME: home(), npm_config_ignore_scripts: 'false' },
  });
  if (error?.code === 'ENOENT') fail('There is no npx on the PATH. Install npm, which comes with Node.js.');
  if (status !== 0)
    fail(
      'The packages could not be installed; see the reason above. Installing needs network access and a checkout that this user can write to.',
    );
};

/** The Node.js binary of the repository: TypeScript runs on Node.js 24 without a build. */
const findNode = () => {
  const [major] = process.versions.node.split('.').map(Number);
  const own = join(ROOT, 'node_modules/node/bin/node');
  if (existsSync(own)) return own;
  if (major >= NEEDED) return process.execPath;
  return fail(
    `Node.js ${NEEDED} is needed, and this is ${process.version}. The copy in node_modules is missing: remove the folder node_modules and start again.`,
  );
};

const [name = 'start', ...words] = process.argv.slice(2);
const script = COMMANDS[name];
if (script === undefined)
  fail(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
if (!isInstalled()) install();

/** @param {number} pid @returns {number} its parent's id; 0 when it is gone or /proc isn't there */
const parentOf = (pid) => {
  if (pid === process.pid) return process.ppid;
  try {
    // The name in parentheses may itself hold spaces and parentheses.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

/** @param {number} pid */
const isShell = (pid) => {
  try {
    return /^(sh|dash|bash|ash|busybox)$/.test(basename(readlinkSync(`/proc/${pid}/exe`)));
  } catch {
    return false;
  }
};

/**
 * This process and the shells between it and whoever started it (npm, if it was npm), each with its
 * parent. A shell outlives npm without a word, so all of them are watched.
 */
const findLinks = () => {
  const links = [{ pid: process.pid, parent: process.ppid }];
  if (process.env.npm_lifecycle_event === undefined) return links;
  for (let pid = process.ppid; pid > 1 && isShell(pid); pid = links.at(-1).parent)
    links.push({ pid, parent: parentOf(pid) });
  return links;
};

const links = findLinks();
const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...words], {
  stdio: 'inherit',
  env: { ...process.env, HOME: home() },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm's shells pass no signal on. When npm is gone, nobody is left who could stop the platform.
const watch = setInterval(() => {
  if (links.some(({ pid, parent }) => parentOf(pid) !== parent)) child.kill('SIGTERM');
}, 500);
child.once('error', (error) => fail(`Node.js could not be started: ${error.message}`));
child.once('exit', (code, signal) => {
  clearInterval(watch);
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
