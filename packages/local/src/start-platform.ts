import { generateIdentityKey, publicJwks } from '@platform/identity';
import { freePorts, PORT_IS_HELD, PORT_RELEASED, RELEASE_PORT } from '@platform/runtime';

import { holdPort } from '../start/starting.js';
import { areMigrated, noteMigrated } from './are-migrated.ts';
import { runModule, startChild, STOP_MILLISECONDS } from './child.ts';
import type { Child, ForkedChild } from './child.ts';
import { adminSecret, openDataFolder } from './data-folder.ts';
import { findLaterParts } from './later-parts.ts';
import { moduleOf, PROCESS_NAMES, ROOT, SERVICE_NAMES, serviceProcesses } from './services.ts';
import type { ServiceName, ServiceProcess } from './services.ts';
import { provideDatabases, startDatabase } from './start-database.ts';
import { supervise, waitUntilReady } from './supervise.ts';

/**
 * Makes an organisation (if there is none of that name) and a key for it, with the gateway's command
 * line.
 */
export const createKey = async (
  { organisation, scopes = '*' }: { organisation: string; scopes?: string },
  databaseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
  root = ROOT,
): Promise<string> => {
  const args = [
    'create',
    '--organisation',
    organisation,
    '--name',
    'First key',
    '--scopes',
    scopes,
    '--json',
  ];
  const output = await runModule(moduleOf('gateway', 'src/keys/cli.ts', root), args, {
    ...env,
    DATABASE_URL: databaseUrl,
  });
  return (JSON.parse(output) as { key: string }).key;
};

export interface PlatformOptions {
  port: number;
  dataDirectory: string;
  /** An administrator's connection to a PostgreSQL; the platform's own when not given. */
  databaseUrl?: string | undefined;
  /** More settings of the platform's own PostgreSQL, such as `fsync=off`. */
  databaseSettings?: readonly string[];
  /** Settings for all processes, such as REDIS_URL. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Where restarts of processes are reported; standard error when not given. */
  log?: (line: string) => void;
  /** Told what the start does next. */
  onStep?: (step: string) => void;
  /** Gives up the start, and stops what was started. */
  signal?: AbortSignal;
}

export interface Platform {
  /** Address of the gateway. */
  url: string;
  /** A key with all scopes, the operators' too. */
  key: string;
  /** Running processes, with their own ports if they have any. */
  children: readonly Child[];
  ports: Readonly<Record<string, number>>;
  /** Makes an organisation (if there is none of that name) and a key with `*` for it. */
  createKey(organisation: string): Promise<string>;
  /** Connection strings of the services' roles. */
  databases: Readonly<Record<ServiceName, string>>;
  stop(): Promise<void>;
}

/** Before the kill that comes at the end for all, what a group leaves to those after it. */
const GRACE_MILLISECONDS = [10_000, 24_000, STOP_MILLISECONDS];

/**
 * Ends all within 28 s: the gateway first, so that nothing new arrives, then what is behind it at
 * once, the database last. A group that takes too long isn't waited for, and killed.
 */
const stopInOrder = async (children: readonly Child[]): Promise<void> => {
  const begun = performance.now();
  const groups = [['gateway'], PROCESS_NAMES.filter((name) => name !== 'gateway'), ['postgres']];
  const killed: Promise<unknown>[] = [];
  for (const [index, names] of groups.entries()) {
    const isLast = index === groups.length - 1;
    const waitUntil = begun + (GRACE_MILLISECONDS[index] ?? STOP_MILLISECONDS);
    const killAt = isLast ? waitUntil : Math.min(begun + STOP_MILLISECONDS, waitUntil + 2_000);
    const stopped = Promise.all(
      children.filter(({ name }) => names.includes(name)).map((child) => child.stop(killAt)),
    );
    killed.push(stopped);
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, waitUntil - performance.now());
    await Promise.race([stopped, late]);
    clearTimeout(timer);
  }
  await Promise.all(killed);
};

const LOCAL = 'localhost,127.0.0.1,::1';

/** The defaults of settings that the environment doesn't have, neither with a value nor as a file. */
export const unlessSet = (
  env: PlatformOptions['env'] = {},
  defaults: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => !env[name] && !env[`${name}_FILE`]));

/**
 * Starts everything: database, migrations, services, worker, gateway; a fault half-way stops what
 * was started.
 */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { port, dataDirectory, databaseSettings: settings = [], onStep = () => undefined, signal } = options;
  const log = options.log ?? ((line: string) => void process.stderr.write(`  ${line}\n`));
  const releasePort = port === 0 ? () => Promise.resolve() : await holdPort(port, options.env?.['HOST']);
  const folder = await openDataFolder(dataDirectory).catch(async (error: unknown) => {
    await releasePort();
    throw error;
  });
  const children: Child[] = [];
  /** Nothing is started any more. */
  let givenUp = false;
  const stop = async (): Promise<void> => {
    givenUp = true;
    await stopInOrder(children);
    await releasePort();
    await folder.release();
  };
  const step = (next: string): void => {
    signal?.throwIfAborted();
    onStep(next);
  };
  // Stopping the processes also ends the waits for them.
  signal?.addEventListener('abort', () => {
    givenUp = true;
    void stopInOrder(children);
  });

  try {
    step('starts PostgreSQL');
    const [postgresPort = 0, ...free] = await freePorts(1 + PROCESS_NAMES.length);
    const ports: Record<string, number> = Object.fromEntries(
      PROCESS_NAMES.map((name, index) => [name, free[index] ?? 0]),
    );
    if (port !== 0) ports['gateway'] = port;
    // The console is built while PostgreSQL starts, if what builds it is installed.
    const finding = findLaterParts(dataDirectory, log);
    finding.catch(() => undefined);
    let adminUrl = options.databaseUrl;
    if (adminUrl === undefined) {
      const { url, child } = await startDatabase(folder, postgresPort, settings);
      children.push(child);
      signal?.throwIfAborted();
      adminUrl = await url;
    }
    step('makes roles and schemas');
    const databases = await provideDatabases(adminUrl, await adminSecret(adminUrl, folder), log);
    const identityKey = await folder.secret('identity-key.pem', generateIdentityKey);
    const url = `http://localhost:${ports['gateway']}`;
    step('builds the console');
    const later = await finding;
    const shared = {
      ...options.env,
      ...unlessSet(options.env, {
        PUBLIC_URL: url,
        // Address that clients reach anyway, so that a first report needs no other website. Without
        // the port, PostgreSQL and everything else on this machine would be open to them.
        GUARD_ALLOW: `127.0.0.1:${ports['gateway']},[::1]:${ports['gateway']}`,
      }),
      IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(identityKey)),
      DATA_DIR: dataDirectory,
      // The processes talk to each other directly, whatever proxy the machine uses.
      NO_PROXY: [options.env?.['NO_PROXY'] ?? options.env?.['no_proxy'], LOCAL].filter(Boolean).join(','),
      no_proxy: undefined,
    };
    const newKey = (organisation: string): Promise<string> =>
      createKey({ organisation }, databases.gateway, shared);
    const start = ({ name, module, schema, env, flags }: ServiceProcess): ForkedChild => {
      const secrets =
        schema === 'gateway'
          ? {
              IDENTITY_PRIVATE_KEY: identityKey,
              ...later.gatewaySettings,
            }
          : {};
      const args = [...(name === 'gateway' && port !== 0 ? [PORT_IS_HELD] : []), ...later.flags];
      const DATABASE_URL = databases[schema];
      return startChild({ name, module, env: { ...shared, ...env, ...secrets, DATABASE_URL }, args, flags });
    };
    // The gateway starts beside what it leads to, and gets the port when all of that is up.
    const behind = Promise.withResolvers<undefined>();
    const startWithPort = (process: ServiceProcess): Child => {
      const child = start(process);
      later.serve(child.process);
      child.process.on('message', (message) => {
        if (message !== RELEASE_PORT) return;
        void behind.promise.then(releasePort).then(
          () => child.process.send(PORT_RELEASED, () => undefined),
          () => undefined,
        );
      });
      return child;
    };
    const processes = serviceProcesses(ports);
    const restart = async (name: string): Promise<Child> => {
      const process = processes.find((candidate) => candidate.name === name);
      return process ? startWithPort(process) : (await startDatabase(folder, postgresPort, settings)).child;
    };
    const ready = (child: Child): Promise<void> =>
      waitUntilReady(child, ports[child.name] ?? 0, {
        host: child.name === 'gateway' ? options.env?.['HOST'] : undefined,
        onAnswer: (said) => {
          onStep(`waits for ${child.name} (${said})`);
        },
      });
    step('migrates the databases and starts the services');
    const isMigrated = await areMigrated(folder, databases);
    const migrated = Object.fromEntries(
      SERVICE_NAMES.map((name) => [
        name,
        isMigrated
          ? Promise.resolve('')
          : runModule(moduleOf(name, 'src/migrate.ts'), [], { ...shared, DATABASE_URL: databases[name] }),
      ]),
    ) as Record<ServiceName, Promise<string>>;
    // The person who starts the platform operates it.
    const scopes = '*,operators:read';
    const making = migrated.gateway.then(() =>
      folder.secret('api-key', () =>
        createKey({ organisation: 'First organisation', scopes }, databases.gateway, shared),
      ),
    );
    const startFirst = async (process: ServiceProcess): Promise<void> => {
      await migrated[process.schema];
      if (givenUp) throw new Error('The start was given up.');
      const child = startWithPort(process);
      children.push(child);
      await ready(child);
    };
    const isGateway = ({ name }: ServiceProcess): boolean => name === 'gateway';
    const services = Promise.all(processes.filter((process) => !isGateway(process)).map(startFirst));
    services.then(() => {
      behind.resolve(undefined);
    }, behind.reject);
    behind.promise.catch(() => undefined);
    const [key] = await Promise.all([
      making,
      services,
      ...processes.filter(isGateway).map(startFirst),
      ...Object.values(migrated),
    ]);
    signal?.throwIfAborted();
    await noteMigrated(folder);
    await folder.announce({ url, databaseUrl: databases.gateway, adminUrl });
    children.splice(
      0,
      children.length,
      ...children.map((child) => supervise({ child, start: () => restart(child.name), log })),
    );
    return { url, key, children, ports, createKey: newKey, databases, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
