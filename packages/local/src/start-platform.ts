import { generateIdentityKey, publicJwks } from '@platform/identity';
import { freePorts } from '@platform/runtime';

import { runModule, startChild } from './child.ts';
import type { Child } from './child.ts';
import { openDataFolder } from './data-folder.ts';
import type { DataFolder } from './data-folder.ts';
import { createKey } from './create-key.ts';
import { assertPortIsFree } from './assert-port-is-free.ts';
import { provideDatabases } from './service-databases.ts';
import { moduleOf, SERVICE_NAMES, serviceProcesses } from './services.ts';
import type { ServiceName, ServiceProcess } from './services.ts';
import { startDatabase } from './start-database.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface PlatformOptions {
  port: number;
  dataDirectory: string;
  /** An administrator's connection to a PostgreSQL; the platform's own when not given. */
  databaseUrl?: string | undefined;
  /** Settings for all processes, such as REDIS_URL. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface Platform {
  /** Address of the gateway. */
  url: string;
  /** A key with all scopes. */
  key: string;
  /** What runs, with its own port where it has one. */
  children: readonly Child[];
  ports: Readonly<Record<string, number>>;
  /** Makes an organisation (if there is none of that name) and a key with all scopes for it. */
  createKey(organisation: string): Promise<string>;
  /** Connection strings of the services' roles. */
  databases: Readonly<Record<ServiceName, string>>;
  /** Resolves with its name when a process ends that should not. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

const adminSecret = async (databaseUrl: string, folder: DataFolder): Promise<string> => {
  const { password } = new URL(databaseUrl);
  return password === '' ? folder.secret('roles-secret', () => crypto.randomUUID()) : password;
};

/** Starts everything: database, migrations, services, worker, gateway; a fault half-way stops what was started. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const { port, dataDirectory } = options;
  if (port !== 0) await assertPortIsFree(port);
  const folder = await openDataFolder(dataDirectory);
  const children: Child[] = [];
  let stopping = false;

  const stop = async (): Promise<void> => {
    stopping = true;
    // The gateway first, so that nothing new arrives; the database last.
    for (const child of [...children].reverse()) await child.stop();
    await folder.release();
  };

  try {
    const [postgresPort = 0, analytics = 0, reports = 0, palette = 0, worker = 0, gateway = 0] =
      await freePorts(6);
    const ports = {
      analytics,
      reports,
      palette,
      'palette-worker': worker,
      gateway: port === 0 ? gateway : port,
    };
    let adminUrl = options.databaseUrl;
    if (adminUrl === undefined) {
      const { url, child } = await startDatabase(folder, postgresPort);
      children.push(child);
      adminUrl = url;
    }
    const databases = await provideDatabases(adminUrl, await adminSecret(adminUrl, folder));
    const identityKey = await folder.secret('identity-key.pem', generateIdentityKey);
    const url = `http://localhost:${ports.gateway}`;
    const shared = {
      PUBLIC_URL: url,
      ...options.env,
      IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(identityKey)),
      DATA_DIR: dataDirectory,
    };
    await Promise.all(
      SERVICE_NAMES.map((name) =>
        runModule(moduleOf(name, 'src/migrate.ts'), [], { ...shared, DATABASE_URL: databases[name] }),
      ),
    );
    const newKey = (organisation: string): Promise<string> =>
      createKey(organisation, databases.gateway, shared);
    const key = await folder.secret('api-key', () => newKey('First organisation'));
    const start = ({ name, module, schema, env }: ServiceProcess): Child => {
      const secrets = name === 'gateway' ? { IDENTITY_PRIVATE_KEY: identityKey } : {};
      const DATABASE_URL = databases[schema as ServiceName];
      const child = startChild({ name, module, env: { ...shared, ...env, ...secrets, DATABASE_URL } });
      children.push(child);
      return child;
    };
    const ready = (child: Child): Promise<void> =>
      waitUntilReady(child, ports[child.name as keyof typeof ports]);
    // The gateway comes last: when it is up, all that it leads to is.
    const processes = serviceProcesses(ports);
    await Promise.all(
      processes.filter(({ name }) => name !== 'gateway').map((process) => ready(start(process))),
    );
    await Promise.all(
      processes.filter(({ name }) => name === 'gateway').map((process) => ready(start(process))),
    );
    await folder.write('platform.json', JSON.stringify({ url, databaseUrl: databases.gateway }));
    const failed = Promise.race(
      children.map(({ name, ended }) =>
        ended.then(() => (stopping ? new Promise<string>(() => undefined) : name)),
      ),
    );
    return { url, key, children, ports, createKey: newKey, databases, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
