import { readFileSync } from 'node:fs';

import { provision } from '@platform/database';
import { moduleOf, runModule, startChild, waitUntilReady } from '@platform/local';
import type { Child, ServiceName } from '@platform/local';
import { createTestIdentity, freePort } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';

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

/**
 * Node.js’s options in a service’s image, for `NODE_OPTIONS`.
 * @param service name of its folder
 */
export const imageOptions = (service: string): string => {
  const file = new URL(`../../../../services/${service}/Dockerfile`, import.meta.url);
  const [, options] = /\bNODE_OPTIONS=("[^"]*"|\S+)/.exec(readFileSync(file, 'utf8')) ?? [];
  if (options === undefined) throw new Error(`The image of ${service} sets no NODE_OPTIONS.`);
  return options.replaceAll('"', '');
};

/**
 * Makes a service’s role and schema, and what its processes need to know of them.
 * @param postgresUrl the superuser's connection string
 * @param flags of the command that makes the schema
 */
export const provisionService = async (
  service: ServiceName,
  postgresUrl: string,
  { flags = [], env = {} }: { flags?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<{ DATABASE_URL: string }> => {
  await provision(postgresUrl, [{ name: service, password: PASSWORD }]);
  const url = new URL(postgresUrl);
  [url.username, url.password] = [service, PASSWORD];
  const settings = { DATABASE_URL: url.href };
  await runModule(moduleOf(service, 'src/migrate.ts'), flags, { ...settings, ...env });
  return settings;
};

/**
 * Starts one of a service’s processes on a free port of 127.0.0.1, and waits until it is ready.
 * @param script name of its file in `src`
 */
export const startProcess = async (
  service: ServiceName,
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; child: Child }> => {
  const port = await freePort();
  const settings = { HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env, PORT: String(port) };
  const child = startChild({
    name: `${service} ${script}`,
    module: moduleOf(service, `src/${script}.ts`),
    env: settings,
  });
  try {
    await waitUntilReady(child, port);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, child };
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
  service: ServiceName,
  options: { postgresUrl: string; env?: Record<string, string>; migrateFlags?: readonly string[] },
): Promise<RunningService> => {
  const identity = await createTestIdentity(service);
  const database = await provisionService(service, options.postgresUrl, {
    ...(options.migrateFlags ? { flags: options.migrateFlags } : {}),
    ...(options.env ? { env: options.env } : {}),
  });
  const { url, child } = await startProcess(service, 'main', {
    ...database,
    ...identity.environment,
    TRUST_PROXY: '1',
    NODE_OPTIONS: imageOptions(service),
    ...options.env,
  });
  return { url, pid: child.pid, databaseUrl: database.DATABASE_URL, identity, stop: () => child.stop() };
};
