import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';
import { createTestIdentity, eventually, freePort } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';

import { imageOptions } from './image-options.ts';

export interface RunningService {
  /** Address, without a slash at the end. */
  url: string;
  pid: number;
  /** Connection string of the service's role. */
  databaseUrl: string;
  identity: TestIdentity;
  stop(): Promise<void>;
}

const PASSWORD = 'bench';

/** A machine that others use, too, is slow. */
const STARTED_WITHIN = 120_000;

const entry = (service: string, name: string): string =>
  fileURLToPath(new URL(`../../../../services/${service}/src/${name}.ts`, import.meta.url));

const run = (
  service: string,
  name: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): ChildProcess =>
  spawn(process.execPath, [entry(service, name), ...flags], { env, stdio: ['ignore', 'ignore', 'inherit'] });

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
};

/**
 * Starts one service as a process of its own, with its schema made, on a free port of 127.0.0.1. It
 * trusts an issuer of identities of its own; there is no gateway in front of it.
 * @param service name of its folder, which is also that of its role and schema
 * @param options.postgresUrl the superuser's connection string
 * @param options.env more settings
 * @param options.migrateFlags of the command that makes the schema
 */
export const startService = async (
  service: string,
  options: { postgresUrl: string; env?: Record<string, string>; migrateFlags?: readonly string[] },
): Promise<RunningService> => {
  await provision(options.postgresUrl, [{ name: service, password: PASSWORD }]);
  const url = new URL(options.postgresUrl);
  [url.username, url.password] = [service, PASSWORD];
  const identity = await createTestIdentity(service);
  const port = await freePort();
  const env = {
    DATABASE_URL: url.href,
    LOG_LEVEL: 'error',
    PORT: String(port),
    HOST: '127.0.0.1',
    ...identity.environment,
    TRUST_PROXY: '1',
    NODE_OPTIONS: imageOptions(service),
    ...options.env,
  };
  const [code] = (await once(run(service, 'migrate', env, options.migrateFlags), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The schema of ${service} could not be made.`);
  const child = run(service, 'main', env);
  const address = `http://127.0.0.1:${port}`;
  try {
    await eventually(async () => {
      if (!(await fetch(`${address}/health/ready`)).ok) throw new Error(`${service} did not start.`);
    }, STARTED_WITHIN);
  } catch (error) {
    await stopped(child);
    throw error;
  }
  return { url: address, pid: child.pid ?? 0, databaseUrl: url.href, identity, stop: () => stopped(child) };
};
