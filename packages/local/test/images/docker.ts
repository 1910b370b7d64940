import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const isThere = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

/** `docker compose` where there is the plugin, else the program of its own. */
const COMPOSE: readonly [string, ...string[]] = isThere('docker', 'compose', 'version')
  ? ['docker', 'compose']
  : ['docker-compose'];

/** Why images can't be tried here; undefined if they can. */
export const whatIsMissing = (): string | undefined => {
  if (process.env['IMAGES'] !== '1') return 'Their command is "npm run test:images".';
  if (!isThere('docker', 'info')) return 'There is no Docker engine.';
  return isThere(...COMPOSE, 'version') ? undefined : 'There is no Docker Compose.';
};

/**
 * Builds an image from the checkout; `IMAGE_BUILD_FLAGS` (such as `--network host`) are for engines
 * whose builds reach no registry.
 */
export const build = async (dockerfile: string, tag: string): Promise<void> => {
  const flags = (process.env['IMAGE_BUILD_FLAGS'] ?? '').split(' ').filter(Boolean);
  await run('docker', ['build', ...flags, '-f', dockerfile, '-t', tag, '.'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
};

/** Runs Compose on a file in a project of its own, and returns what it printed. */
export const compose = async (
  options: { file: string; project: string; env: Readonly<Record<string, string>> },
  ...words: string[]
): Promise<string> => {
  const [program, ...first] = COMPOSE;
  const { stdout } = await run(program, [...first, '-p', options.project, '-f', options.file, ...words], {
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
