import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

import type { Browser, LaunchOptions } from 'playwright-core';
import { extract } from 'tar-fs';

const usesGlibc = (): boolean => {
  const { header } = process.report.getReport() as unknown as { header: Record<string, unknown> };
  return 'glibcVersionRuntime' in header;
};

/** The compressed Chromium in `@sparticuz/chromium`, which is built for Linux on x64 with glibc. */
const packagedChromium = (): ChromiumSource => {
  const advice = 'Install Chromium, or set CHROMIUM_PATH to one.';
  if (process.platform !== 'linux' || process.arch !== 'x64' || !usesGlibc())
    return { kind: 'none', reason: `npm has no Chromium for this system. ${advice}` };
  try {
    const folder = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
    if (existsSync(`${folder}chromium.br`)) return { kind: 'packaged', folder };
  } catch {
    // An optional dependency: it may have been left out of the installation.
  }
  return { kind: 'none', reason: `There is no Chromium on the PATH. ${advice}` };
};

/**
 * Where a Chromium comes from: an installed program, the npm package, or nowhere (with the reason).
 */
export type ChromiumSource =
  | { kind: 'installed'; path: string }
  | { kind: 'packaged'; folder: string }
  | { kind: 'none'; reason: string };

/** The first two need a quarter of the processor time of a browser that could have windows. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Finds a Chromium: `CHROMIUM_PATH`, else one on the PATH (a headless shell first), else the npm
 * package `@sparticuz/chromium`. It only looks, and unpacks nothing.
 */
export const findChromium = (env: Readonly<Record<string, string | undefined>>): ChromiumSource => {
  const named = env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '')
    return isExecutable(named)
      ? { kind: 'installed', path: named }
      : { kind: 'none', reason: `CHROMIUM_PATH is ${named}, which is not a program.` };
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return path === undefined ? packagedChromium() : { kind: 'installed', path };
};

/**
 * Lets everybody read a folder and run Chromium, whatever the umask: root runs it as somebody else,
 * and it starts itself again.
 */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      await chmod(
        join(entry.parentPath, entry.name),
        entry.isDirectory() || entry.name === 'chromium' ? 0o755 : 0o644,
      );
};

const inflate = (file: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress(), target);

const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** A folder that only this user can write to, for files that can be made again. */
const cacheFolder = async (parents: readonly string[], fallback: string): Promise<string> => {
  for (const parent of parents) {
    const folder = join(parent, 'platform-chromium');
    if ((await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => null)) !== null) return folder;
  }
  // Anybody can write to the temporary folder, so a folder somebody else made there is refused.
  const folder = join(fallback, `platform-chromium-${String(process.getuid?.() ?? 0)}`);
  await mkdir(folder, { recursive: true });
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`);
  await chmod(folder, 0o755);
  return folder;
};

/**
 * Unpacks the npm package's Chromium (210 MB) once per version and user, and returns its folder.
 * Without a writable one of `parents` it goes to `fallback`, where other users can run it. Processes
 * that do so at the same time each unpack their own copy; the first to finish wins.
 */
const unpackChromium = async (
  source: string,
  parents: readonly string[],
  fallback: string,
): Promise<string> => {
  const { size, mtimeMs } = await stat(join(source, 'chromium.br'));
  const version = createHash('sha256')
    .update(`2 ${source} ${String(size)} ${String(mtimeMs)}`)
    .digest('hex')
    .slice(0, 16);
  const parent = await cacheFolder(parents, fallback);
  const folder = join(parent, version);
  const isThere = (): Promise<boolean> =>
    stat(join(folder, 'chromium')).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;
  const work = await mkdtemp(join(parent, 'unpacking-'));
  try {
    await Promise.all([
      inflate(join(source, 'chromium.br'), createWriteStream(join(work, 'chromium'))),
      ...['al2023', 'fonts', 'swiftshader'].map((name) =>
        inflate(join(source, `${name}.tar.br`), extract(work)),
      ),
    ]);
    await writeFile(join(work, 'fonts.conf'), fontsConfig(folder));
    await makeReadable(work);
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!(await isThere())) throw error;
  }
  return folder;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Playwright is 7 MB of JavaScript, so it is only read where a browser is started. */
const launch = async (options: LaunchOptions): Promise<Browser> =>
  (await import('playwright-core')).chromium.launch(options);

const RUN_UNPRIVILEGED = fileURLToPath(new URL('./run-unprivileged.sh', import.meta.url));

/** Without these a headless Chromium looks for a graphics card, and asks Google for updates. */
const QUIET = ['--disable-gpu', '--disable-background-networking'];

/** Variables that a browser needs. The rest may hold secrets, and is left out. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH'];

const environmentOf = (env: Environment, added: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...added,
});

/** The packaged Chromium gets its own libraries first, and its own fonts beside the system's. */
const packagedEnvironment = (env: Environment, folder: string): Record<string, string> => {
  const libraries = [join(folder, 'lib'), env['LD_LIBRARY_PATH']].filter((path) => path !== undefined);
  return environmentOf(env, { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_PATH: folder });
};

/** Folders of the user's own for what can be made again. */
const ownCaches = (env: Environment): string[] =>
  [env['XDG_CACHE_HOME'] ?? '', join(homedir(), '.cache')].filter((parent) => parent !== '');

/** Where the program is, and the environment it needs. @throws an error that says why there is none */
const programOf = async (
  env: Environment,
  caches: readonly string[],
  cacheParent: string,
): Promise<{ path: string; env: Record<string, string> }> => {
  const source = findChromium(env);
  if (source.kind === 'none') throw new Error(source.reason);
  if (source.kind === 'installed') return { path: source.path, env: environmentOf(env) };
  const folder = await unpackChromium(source.folder, caches, cacheParent);
  return { path: join(folder, 'chromium'), env: packagedEnvironment(env, folder) };
};

type BrowserOptions = Omit<LaunchOptions, 'executablePath' | 'env'>;

/**
 * Starts a headless Chromium, wherever one is found in `env` (see `findChromium`). `options` are
 * Playwright's; `args` are added to the usual ones. None of the switches that `@sparticuz/chromium`
 * suggests are used: they turn off web security. The browser gets no secrets of the environment.
 * @param cacheParent where Chromium is unpacked if none of the user’s folders is writable
 * @throws an error that says why there is no browser
 */
export const launchBrowser = async (
  env: Environment,
  options: BrowserOptions = {},
  cacheParent = tmpdir(),
): Promise<Browser> => {
  const program = await programOf(env, ownCaches(env), cacheParent);
  const args = [...QUIET, ...(options.args ?? [])];
  return launch({ ...options, args, executablePath: program.path, env: program.env });
};

/**
 * Starts a browser for untrusted pages: in Chromium's sandbox, or, where the parent is root (which
 * Chromium’s sandbox refuses), as the user nobody without any privileges.
 * @param cacheParent where its caches outlive it; without one they go with it
 * @throws an error that says why there is no browser
 */
export const launchIsolatedBrowser = async (
  env: Environment,
  options: BrowserOptions = {},
  cacheParent?: string,
): Promise<Browser> => {
  if (process.getuid?.() !== 0) return launchBrowser(env, { ...options, chromiumSandbox: true }, cacheParent);
  const folder = await mkdtemp(join(tmpdir(), 'isolated-browser-'));
  // Not in a cache of root's own, which nobody can't enter, nor in one that nobody could write to.
  const program = await programOf(env, [], cacheParent ?? tmpdir());
  const quoted = [RUN_UNPRIVILEGED, program.path].map((part) => `'${part}'`).join(' ');
  const launcher = join(folder, 'launch.sh');
  await writeFile(launcher, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  await chmod(folder, 0o755);
  const cache = join(cacheParent ?? folder, 'isolated-browser-cache');
  if (cacheParent === undefined) {
    await mkdir(cache);
    await chmod(cache, 0o1777);
  }
  const args = [...QUIET, ...(options.args ?? [])];
  const nobody = {
    ...program.env,
    HOME: '/nonexistent',
    XDG_CACHE_HOME: cache,
  };
  const browser = await launch({
    ...options,
    args,
    chromiumSandbox: false,
    executablePath: launcher,
    env: nobody,
  });
  browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
};
