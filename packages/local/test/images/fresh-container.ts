import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { ROOT } from '../run-start-script.ts';
import { buildFlags, NODE_IMAGE } from './docker.ts';

const IMAGE = 'platform-fresh-machine';

/** Settings of npm and of proxies that a machine may need to reach a registry; values stay outside of the image. */
const PASSED_ON = ['npm_config_registry', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

const succeed = async (child: ChildProcess, what: string): Promise<void> => {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${what} failed.`);
};

/** An image with Node.js and git, and nothing else that the base image hasn't. */
const buildImage = async (): Promise<void> => {
  const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends git';
  const building = spawn('docker', ['build', '-q', ...buildFlags(), '-t', IMAGE, '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  building.stdin.end(`FROM ${NODE_IMAGE}\nRUN command -v git || { ${install}; }\n`);
  await succeed(building, 'Building the image');
};

/**
 * Starts a container with Node.js and git only, clones into it what is committed, and runs a line
 * of shell in the clone, as an ordinary user. It has the network of this machine: packages come
 * over it, and what is started is asked over it.
 * @param name of the container
 * @param stdout where its output goes: `pipe`, or `inherit` for that of this process
 */
export const runInFreshClone = async (
  line: string,
  options: {
    name: string;
    /** The line's own arguments, `"$@"`. */
    words?: readonly string[];
    env?: Readonly<Record<string, string>>;
    stdout: 'pipe' | 'inherit';
  },
): Promise<ChildProcess> => {
  await buildImage();
  const flags = ['--rm', '-i', '--init', '--name', options.name, '--network', 'host', '--user', 'node'];
  const settings = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const passed = PASSED_ON.filter((name) => process.env[name] !== undefined);
  const env = [...settings, ...passed].flatMap((setting) => ['-e', setting]);
  // A bundle rather than a mount: the clone then belongs to the user, and git asks no questions about owners.
  const clone = 'cd && cat > committed.bundle && git clone -q committed.bundle platform && cd platform';
  const bundle = spawn('git', ['bundle', 'create', '-q', '-', 'HEAD'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const command = ['sh', '-c', `${clone} && ${line}`, 'sh', ...(options.words ?? [])];
  return spawn('docker', ['run', ...flags, ...env, IMAGE, ...command], {
    stdio: [bundle.stdout, options.stdout, options.stdout],
  });
};
