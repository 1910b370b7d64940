/**
 * A process of the platform: where its code is, and what it needs to be told besides the settings
 * that all share.
 */
export interface ServiceProcess {
  name: string;
  module: URL;
  /** Role and schema in PostgreSQL. */
  schema: ServiceName;
  /** Settings of this process only. */
  env: Readonly<Record<string, string>>;
  /** Flags of Node.js, as in its image. */
  flags?: readonly string[];
}

/** The folder of this repository. */
export const ROOT = new URL('../../../', import.meta.url);

/** The services, in the order in which they are migrated, with their folders. */
const FOLDERS = {
  gateway: 'gateway/',
  analytics: 'services/analytics/',
  reports: 'services/reports/',
  palette: 'services/palette/',
};

export type ServiceName = keyof typeof FOLDERS;

/** All that have a schema of their own, in the order in which they are migrated and started. */
export const SERVICE_NAMES = Object.keys(FOLDERS) as ServiceName[];

const BEHIND_GATEWAY = SERVICE_NAMES.filter((name) => name !== 'gateway');

/**
 * Flags for Node.js. V8 doubles its room for young objects from 64 to 128 MiB at some point: 600
 * reports took 299 MB, and 226 with this bound, in no more time.
 */
const FLAGS: Partial<Record<ServiceName, readonly string[]>> = {
  reports: ['--max-semi-space-size=16'],
  palette: ['--max-semi-space-size=16'],
};

/** Processes beside each service's own. */
const WORKERS: readonly { name: string; service: ServiceName; script: string }[] = [
  { name: 'palette-worker', service: 'palette', script: 'src/worker.ts' },
  { name: 'webhook-worker', service: 'gateway', script: 'src/webhook-worker.ts' },
];

/** All that `npm start` runs beside PostgreSQL. The gateway comes last. */
export const PROCESS_NAMES: readonly string[] = [
  ...BEHIND_GATEWAY,
  ...WORKERS.map(({ name }) => name),
  'gateway',
];

/** The folder of a service, from the root of the repository. */
export const folderOf = (service: ServiceName): string => FOLDERS[service].slice(0, -1);

/**
 * A file of a service.
 * @param root the repository's folder, which may be a checkout of another version
 */
export const moduleOf = (service: ServiceName, path: string, root = ROOT): URL =>
  new URL(FOLDERS[service] + path, root);

/**
 * The processes that `npm start` runs.
 * @param ports by the names of the processes
 */
export const serviceProcesses = (ports: Readonly<Record<string, number>>): ServiceProcess[] => {
  const portOf = (name: string): string => String(ports[name] ?? 0);
  const addresses = Object.fromEntries(
    BEHIND_GATEWAY.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${portOf(name)}`]),
  );
  return [
    ...BEHIND_GATEWAY.map((name) => ({
      name,
      module: moduleOf(name, 'src/main.ts'),
      schema: name,
      env: { PORT: portOf(name), HOST: '127.0.0.1', TRUST_PROXY: '1' },
      flags: FLAGS[name] ?? [],
    })),
    ...WORKERS.map(({ name, service, script }) => ({
      name,
      module: moduleOf(service, script),
      schema: service,
      env: { PORT: portOf(name), HOST: '127.0.0.1', ...(service === 'gateway' ? addresses : {}) },
      flags: FLAGS[service] ?? [],
    })),
    {
      name: 'gateway',
      module: moduleOf('gateway', 'src/main.ts'),
      schema: 'gateway',
      env: { PORT: portOf('gateway'), ...addresses },
    },
  ];
};
