// Installs the packages of the lock file. Plain JavaScript for Node.js 18 and newer, because it runs before anything
// is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** What is installed when it is first used: its workspace, and a package that is there from then on. */
const LATER = {
  console: ['web', 'vite'],
  browser: ['browser', 'playwright-core'],
  downloads: ['downloads', 'rolldown'],
};
/** Workspaces of tools, which `npm start` can do without. */
const TOOLS = ['testing', 'bench', 'release'];
const OWN_POSTGRES = 'postgres-server';
/** Says which lock file the packages for running are those of, and whether PostgreSQL is among them. */
const STAMP = 'node_modules/.platform.json';

const read = (path) => {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
};

/** npm leaves HOME unset when it was, and then finds no cache. */
export const home = () => {
  try {
    return process.env.HOME || homedir() || tmpdir();
  } catch {
    return tmpdir();
  }
};

/** pnpm keeps a copy of the lock file it has installed whole. */
const isWhole = () => read('node_modules/.pnpm/lock.yaml') === read('pnpm-lock.yaml');

const lockHash = () =>
  createHash('sha256')
    .update(read('pnpm-lock.yaml') ?? '')
    .digest('hex');

/** @param {'run' | 'all'} what @param {boolean} withPostgres */
export const isInstalled = (what, withPostgres) => {
  if (isWhole()) return true;
  if (what === 'all') return false;
  try {
    const stamp = JSON.parse(read(STAMP) ?? '{}');
    return stamp.lock === lockHash() && (stamp.withPostgres === true || !withPostgres);
  } catch {
    return false;
  }
};

/** npm's own file if npm started this process, or npx from the PATH. */
const npm = (...words) => {
  const file = process.env.npm_execpath;
  return file?.endsWith('npm-cli.js') === true
    ? [process.execPath, file, 'exec', '--yes', '--', ...words]
    : ['npx', '--yes', ...words];
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
const CAUSE = 'Installing needs network access and a checkout that this user can write to.';

/** Runs pnpm, and keeps what it says for when it fails. */
const pnpm = (words) => {
  const { packageManager } = JSON.parse(read('package.json') ?? '{}');
  const [program, ...rest] = npm(packageManager, 'install', '--frozen-lockfile', ...words);
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Users who turn install scripts off everywhere still need Node.js' and PostgreSQL's own.
      env: { ...process.env, HOME: home(), CI: 'true', npm_config_ignore_scripts: 'false' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said = (said + chunk).slice(-20_000)));
    child.once('error', (error) =>
      reject(
        error.code === 'ENOENT'
          ? new Error('There is no npx on the PATH. Install npm, which comes with Node.js.')
          : error,
      ),
    );
    const interrupt = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    for (const signal of SIGNALS) process.once(signal, interrupt);
    child.once('close', (status) => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
      if (status === 0) return resolve(undefined);
      const reasons = said.split('\n').filter((line) => /\bERR|error|EACCES|ENOTFOUND|ENOSPC/i.test(line));
      const shown = (reasons.length > 0 ? reasons : said.trim().split('\n')).slice(-5).join('\n  ');
      reject(new Error(`The packages could not be installed. ${CAUSE}\n  ${shown}`.trimEnd()));
    });
  });
};

/** Bytes of the files in a folder; one that has two names there counts once. */
const sizeOf = (path) => {
  const sizes = new Map();
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const { ino, size } = lstatSync(join(entry.parentPath ?? entry.path, entry.name));
      sizes.set(ino, size);
    }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
};

/**
 * Removes what nobody reads who only runs the platform: the headers of the repository's Node.js, for compilers (a third
 * of its 190 MB), and the source maps of packages.
 */
const dropUnread = () => {
  const folder = join(ROOT, 'node_modules/node/node_modules');
  if (existsSync(folder))
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('node-')))
      rmSync(join(folder, name, 'include'), { recursive: true, force: true });
  for (const entry of readdirSync(join(ROOT, 'node_modules/.pnpm'), { withFileTypes: true, recursive: true }))
    if (entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name))
      rmSync(join(entry.parentPath ?? entry.path, entry.name), { force: true });
};

/** One line that says what takes how long; on a terminal it counts the seconds. */
const showProgress = (what) => {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const { stdout } = process;
  const write = (text) => stdout.write(stdout.isTTY ? `\r  ${text}` : text);
  stdout.write(`${stdout.isTTY ? '' : '  '}${stdout.isTTY ? '' : `${what} …`}`);
  const timer = stdout.isTTY ? setInterval(() => write(`${what} … ${seconds()} s`), 250) : undefined;
  return (result) => {
    clearInterval(timer);
    write(stdout.isTTY ? `${what} … ${result}, ${seconds()} s.\n` : ` ${result}, ${seconds()} s.\n`);
  };
};

/** True where a checkout has the packages of its tests, too: they stay up to date with the rest. */
const hasTools = () => existsSync(join(ROOT, 'node_modules/jest'));

/**
 * Installs packages without those of tests. pnpm notes that, and would remove everything when it installs the rest for
 * `npm test`; so the note says the opposite while pnpm isn't at work.
 */
const pnpmForRunning = async (words) => {
  const file = join(ROOT, 'node_modules/.modules.yaml');
  const note = (from, to) => {
    if (!existsSync(file)) return;
    const content = readFileSync(file, 'utf8');
    writeFileSync(file, content.replace(`"devDependencies": ${from}`, `"devDependencies": ${to}`));
  };
  note(true, false);
  try {
    await pnpm(['--prod', ...words]);
  } finally {
    note(false, true);
  }
};

/**
 * Installs what running takes, or everything, and says so in one line.
 * @param {'run' | 'all'} what @param {boolean} withPostgres
 * @throws an error that says why it failed
 */
export const install = async (what, withPostgres) => {
  const done = showProgress('Installing packages');
  try {
    if (what === 'all' || hasTools()) await pnpm([]);
    else {
      const left = [
        ...TOOLS,
        ...(withPostgres ? [] : [OWN_POSTGRES]),
        ...Object.values(LATER)
          .filter(([workspace, used]) => !existsSync(join(ROOT, 'packages', workspace, 'node_modules', used)))
          .map(([workspace]) => workspace),
      ];
      // The store keeps no second copy of what install scripts have made.
      await pnpmForRunning([
        '--config.side-effects-cache=false',
        ...left.map((name) => `--filter=!@platform/${name}`),
      ]);
      dropUnread();
    }
  } catch (error) {
    done('failed');
    throw error;
  }
  writeFileSync(join(ROOT, STAMP), JSON.stringify({ lock: lockHash(), withPostgres }));
  const folder = join(ROOT, 'node_modules/.pnpm');
  const packages = readdirSync(folder).filter((name) => name.includes('@')).length;
  done(`${packages} packages, ${Math.round(sizeOf(folder) / 1e6)} MB`);
};

/**
 * Installs a part that isn't needed until it is first used.
 * @param {string} part console, browser or downloads
 */
export const installPart = async (part) => {
  if (LATER[part] === undefined) throw new Error(`There is no part "${part}".`);
  const [workspace] = LATER[part];
  // A filter that meets no workspace installs nothing, or leaves nothing out, without a word.
  if (read(`packages/${workspace}/package.json`) === undefined)
    throw new Error(`There is no workspace for the part "${part}".`);
  await pnpmForRunning([`--filter=@platform/${workspace}`]);
};
