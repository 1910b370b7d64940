import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { provideDownloads } from '@platform/downloads';
import { LATER_PARTS, laterFlag, PROVIDE } from '@platform/runtime';
import type { LaterPart, ProvideRequest } from '@platform/runtime';
import { locate, provide } from '@platform/web';

import { ROOT } from './services.ts';

const run = promisify(execFile);
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT));

const START_SCRIPT = inRoot('packages/local/start.js');
/** Where the packages of each part are, once installed. */
const PACKAGES: Readonly<Record<LaterPart, string>> = {
  console: inRoot('packages/web/node_modules/vite'),
  browser: inRoot('packages/browser/node_modules/playwright-core'),
  downloads: inRoot('packages/downloads/node_modules/rolldown'),
};
const has = (part: LaterPart): boolean => existsSync(PACKAGES[part]);
const NAMES: Readonly<Record<LaterPart, string>> = {
  console: 'what builds the console',
  browser: 'a browser, for reports with render=1',
  downloads: 'what packs the client and the command line',
};

/** The parts of the front end that are built: the console, and the pages of services. */
const BUILT = ['console', 'statistics', 'reports', 'palette'] as const;

/** Runs pnpm by the start script, which knows how. @throws an error that says why it failed */
const install = async (part: LaterPart): Promise<void> => {
  await run(process.execPath, [START_SCRIPT, 'install', part]).catch((error: unknown) => {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(stderr.trim() === '' ? message : stderr.trim(), { cause: error });
  });
};

export interface LaterParts {
  /** Settings of the gateway: where the console and the downloads are, or will be. */
  gatewaySettings: Readonly<Record<string, string>>;
  /** Flags that tell processes which parts they have to ask for. */
  flags: readonly string[];
  /** Answers a process that asks for a part. */
  serve(process: ChildProcess): void;
}

/**
 * Finds out which parts of the platform are not installed, and installs each when a process asks for it. The front
 * end is built then, too, so that no start waits for it.
 * @param dataDirectory used where the checkout can't be written to
 */
export const findLaterParts = async (
  dataDirectory: string,
  log: (line: string) => void,
): Promise<LaterParts> => {
  const built = join(dataDirectory, 'console');
  const found = await Promise.all(BUILT.map((kind) => locate(kind, built)));
  const isBuilt = found.every((one) => one.isBuilt);
  const buildConsole = () => Promise.all(BUILT.map((kind) => provide(kind, built)));
  const downloads = join(dataDirectory, 'downloads');
  // Packed anew each time, from the sources of today, but only when somebody asks for them.
  const missing = LATER_PARTS.filter((part) =>
    part === 'console' ? !isBuilt : part === 'downloads' || !has(part),
  );
  const build: Readonly<Record<LaterPart, () => Promise<unknown>>> = {
    console: buildConsole,
    browser: () => Promise.resolve(),
    downloads: () => provideDownloads(downloads),
  };
  const installOnce = async (part: LaterPart): Promise<void> => {
    if (has(part)) return;
    const begun = performance.now();
    log(`Installing ${NAMES[part]} …`);
    await install(part);
    log(`Installed ${NAMES[part]} in ${((performance.now() - begun) / 1000).toFixed(0)} s.`);
  };

  /** One at a time, as pnpm can't work on a checkout twice at once. */
  let last: Promise<unknown> = Promise.resolve();
  const making = new Map<LaterPart, Promise<void>>();
  const makeOnce = (part: LaterPart): Promise<void> => {
    const known = making.get(part);
    if (known) return known;
    const made = last.then(async () => {
      try {
        await installOnce(part);
        await build[part]();
      } catch (error) {
        // It is tried again when it is asked for again.
        making.delete(part);
        log(`Could not install ${NAMES[part]}: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      }
    });
    making.set(part, made);
    last = made.catch(() => undefined);
    return made;
  };

  return {
    gatewaySettings: { CONSOLE_DIRECTORY: found[0]?.directory ?? built, DOWNLOADS_DIRECTORY: downloads },
    flags: missing.length === 0 ? [] : [laterFlag(missing)],
    serve(process) {
      process.on('message', (message) => {
        const { type, part } = message as Partial<ProvideRequest>;
        if (type !== PROVIDE || part === undefined || !missing.includes(part)) return;
        const reply = (fault?: string): void => {
          if (process.connected) process.send({ type: PROVIDE, part, fault }, () => undefined);
        };
        makeOnce(part).then(
          () => {
            reply();
          },
          (error: unknown) => {
            reply(error instanceof Error ? error.message : String(error));
          },
        );
      });
    },
  };
};
