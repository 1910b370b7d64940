import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { folderOf, SERVICE_NAMES } from '../../src/services.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const isThere = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** `docker compose` where there is the plugin, else the program of its own. */
const COMPOSE: readonly [string, ...string[]] = isThere('docker', 'compose', 'version')
  ? ['docker', 'compose']
  : ['docker-compose'];

/** The image of Node.js that the Dockerfiles build on. */
export const NODE_IMAGE = process.env['NODE_IMAGE'] ?? 'node:24-bookworm-slim';

/** Runs a command of Docker, and returns what it printed. */
export const runDocker = async (...words: string[]): Promise<string> => (await run('docker', words)).stdout;

/** Why images can't be tried here, by Compose or without it; undefined if they can. */
export const whatIsMissing = (how: 'compose' | 'alone' = 'compose'): string | undefined => {
  if (process.env['IMAGES'] !== '1') return 'Their command is "npm run test:nightly images".';
  if (!isThere('docker', 'info')) return 'There is no Docker engine.';
  return how === 'alone' || isThere(...COMPOSE, 'version') ? undefined : 'There is no Docker Compose.';
};

/** `IMAGE_BUILD_FLAGS` (such as `--network host`) are for engines whose builds reach no registry. */
export const buildFlags = (): string[] => (process.env['IMAGE_BUILD_FLAGS'] ?? '').split(' ').filter(Boolean);

/** Builds an image from the checkout. */
export const build = async (dockerfile: string, tag: string): Promise<void> => {
  const words = ['build', ...buildFlags(), '-f', dockerfile, '-t', tag, '.'];
  await run('docker', words, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }).catch((error: unknown) => {
    // An engine without BuildKit tells there what went wrong.
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message}\n${stdout.trimEnd().split('\n').slice(-30).join('\n')}`);
  });
};

/** Bytes of an image, with those that it builds on. */
export const sizeOf = async (tag: string): Promise<number> =>
  Number(await runDocker('image', 'inspect', '--format', '{{.Size}}', tag));

/** The Dockerfiles of what Compose runs, by the names of the images. */
const DOCKERFILES: Readonly<Record<string, string>> = {
  migrate: 'deploy/images/migrate.Dockerfile',
  ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, `${folderOf(name)}/Dockerfile`])),
};

/** Builds the images of Compose, all of them or some, with the version of the checkout, and names them. */
export const buildImages = async (names = Object.keys(DOCKERFILES)): Promise<string[]> => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const tags = names.map((name) => `platform-${name}:${version}`);
  for (const [at, name] of names.entries()) await build(DOCKERFILES[name] ?? '', tags[at] ?? '');
  return tags;
};

/** Whether the engine has an image already. */
export const hasImage = (tag: string): boolean => tag !== '' && isThere('docker', 'image', 'inspect', tag);

/**
 * Runs Compose on a file, or on several that complete each other, in a project of its own.
 * @returns what it printed
 */
export const compose = async (
  options: { file: string | readonly string[]; project: string; env: Readonly<Record<string, string>> },
  ...words: string[]
): Promise<string> => {
  const [program, ...first] = COMPOSE;
  const files = [options.file].flat().flatMap((file) => ['-f', file]);
  const { stdout } = await run(program, [...first, '-p', options.project, ...files, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...options.env },
  });
  return stdout;
};

/** The address of this machine in a network of Docker's. */
export const networkAddress = async (network: string): Promise<string> => {
  const format = '{{json (index .IPAM.Config 0)}}';
  const { stdout } = await run('docker', ['network', 'inspect', network, '--format', format]);
  const { Gateway, Subnet = '' } = JSON.parse(stdout) as { Gateway?: string; Subnet?: string };
  // Some engines don't name it; it is the first address then.
  return Gateway ?? Subnet.replace(/\d+\/\d+$/, '1');
};

/** The address of this machine, as containers see it: that of its default bridge. */
export const hostAddress = (): Promise<string> => networkAddress('bridge');
