import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
