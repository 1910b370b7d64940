/**
 * The table of what the platform consists of. `npm start` runs it, and `npm run render` writes it into the files
 * of Compose, Kubernetes and Prometheus. Ports, and the settings that a process reads, come from where the process
 * declares them.
 */

/** The folder of this repository. */
export const ROOT = new URL('../../../', import.meta.url);

/** The services, in the order in which they are migrated, with their folders. Each has an image, a role and a schema. */
const FOLDERS = {
  gateway: 'gateway/',
  analytics: 'services/analytics/',
  reports: 'services/reports/',
  palette: 'services/palette/',
};

export type ServiceName = keyof typeof FOLDERS;

/** All services with a schema, in the order in which they are migrated and started. */
export const SERVICE_NAMES = Object.keys(FOLDERS) as ServiceName[];

export const BEHIND_GATEWAY = SERVICE_NAMES.filter((name) => name !== 'gateway');

/**
 * Flags for Node.js. V8 doubles its room for young objects from 64 to 128 MiB at some point: 600
 * reports took 299 MB, and 226 with this bound, in no more time.
 */
const FLAGS: Partial<Record<ServiceName, readonly string[]>> = {
  reports: ['--max-semi-space-size=16'],
  palette: ['--max-semi-space-size=16'],
};

/** A process, and what it gets where it runs in a container. */
export interface ProcessRow {
  readonly service: ServiceName;
  /** The file that it runs, below the folder of its service. */
  readonly script: string;
  /** Where its settings are declared: a file below the same folder, and the name of an export. */
  readonly settings: readonly [file: string, variables: string];
  /** True if `npm start` does its work in the service’s own process. */
  readonly isContainerOnly?: true;
  /**
   * Networks of Compose. `inside` and `fetching` lead to the databases and not outside, and whatever shares a network
   * can reach each other; each of the others leads outside, and is there for this one reason. None: no network at all.
   */
  readonly networks: readonly ('inside' | 'fetching' | Outside)[];
  /** Settings that differ from the defaults in containers. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Volumes of Compose beside its secrets. */
  readonly volumes?: readonly string[];
  /** The variable and the default for its memory in Compose, where it needs more or less than others. */
  readonly memory?: readonly [variable: string, size: string];
  /** More lines of its service in Compose. */
  readonly container?: readonly string[];
  /** Resources that a pod requests and may use, and the size of its temporary folder. */
  readonly pod: { cpu: string; asks: string; limit: string; temporary: string };
}

/** Ways out, by who needs them. */
export type Outside = 'edge' | 'mail' | 'internet' | 'webhooks' | 'pictures';

const MAIL = 'mail:/data/mail';
const RENDERER = 'renderer:/run/renderer';

/** Every process, the gateway last because it leads to the others. */
export const PROCESSES = {
  analytics: {
    service: 'analytics',
    script: 'src/main.ts',
    settings: ['src/config.ts', 'configVariables'],
    networks: ['inside', 'mail'],
    volumes: [MAIL, '${GEO_FOLDER:-geo}:/geo:ro'],
    memory: ['ANALYTICS_MEMORY', '1g'],
    pod: { cpu: '100m', asks: '384Mi', limit: '1Gi', temporary: '64Mi' },
  },
  reports: {
    service: 'reports',
    script: 'src/main.ts',
    settings: ['src/config.ts', 'configVariables'],
    networks: ['inside', 'mail'],
    // Only the worker fetches pages: this process reaches the mail server, and nothing else outside.
    fixed: { GENERATION_CONCURRENCY: '0' },
    volumes: [MAIL, RENDERER],
    pod: { cpu: '100m', asks: '256Mi', limit: '768Mi', temporary: '64Mi' },
  },
  'reports-worker': {
    service: 'reports',
    script: 'src/worker.ts',
    settings: ['src/config.ts', 'workerVariables'],
    isContainerOnly: true,
    networks: ['fetching', 'internet'],
    volumes: [RENDERER],
    memory: ['WORKER_MEMORY', '1g'],
    pod: { cpu: '250m', asks: '384Mi', limit: '1Gi', temporary: '64Mi' },
  },
  'reports-renderer': {
    service: 'reports',
    script: 'src/render-worker.ts',
    settings: ['src/config.ts', 'rendererVariables'],
    isContainerOnly: true,
    networks: [],
    volumes: [RENDERER],
    memory: ['RENDERER_MEMORY', '2g'],
    // It runs pages of strangers, so it gets no settings but these. The browser is unpacked below /tmp.
    fixed: { LOG_LEVEL: '${LOG_LEVEL:-}', RENDERER_FOLDER: '/run/renderer' },
    container: ['env_file: []', "tmpfs: ['/tmp:exec,mode=1777']", 'pids_limit: 512'],
    pod: { cpu: '250m', asks: '512Mi', limit: '2Gi', temporary: '1Gi' },
  },
  palette: {
    service: 'palette',
    script: 'src/main.ts',
    settings: ['src/config.ts', 'configVariables'],
    networks: ['inside', 'pictures'],
    pod: { cpu: '100m', asks: '256Mi', limit: '768Mi', temporary: '64Mi' },
  },
  'palette-worker': {
    service: 'palette',
    script: 'src/worker.ts',
    settings: ['src/config.ts', 'workerVariables'],
    networks: ['inside'],
    pod: { cpu: '250m', asks: '256Mi', limit: '768Mi', temporary: '64Mi' },
  },
  'webhook-worker': {
    service: 'gateway',
    script: 'src/webhook-worker.ts',
    settings: ['src/config.ts', 'workerVariables'],
    networks: ['inside', 'webhooks'],
    pod: { cpu: '250m', asks: '256Mi', limit: '768Mi', temporary: '64Mi' },
  },
  gateway: {
    service: 'gateway',
    script: 'src/main.ts',
    settings: ['src/config.ts', 'configVariables'],
    networks: ['inside', 'edge'],
    pod: { cpu: '100m', asks: '192Mi', limit: '512Mi', temporary: '64Mi' },
  },
} as const satisfies Record<string, ProcessRow>;

export type ProcessName = keyof typeof PROCESSES;

/** The rows of the table, in its order. */
export const processRows = (): (ProcessRow & { readonly name: ProcessName })[] =>
  Object.entries(PROCESSES).map(([name, row]) => ({ name: name as ProcessName, ...row }));

/** All that `npm start` runs beside PostgreSQL: services, then workers, then the gateway. */
export const PROCESS_NAMES: readonly string[] = processRows()
  .filter(({ isContainerOnly }) => isContainerOnly !== true)
  .map(({ name }) => name);

/** The folder of a service, from the root of the repository. */
export const folderOf = (service: ServiceName): string => FOLDERS[service].slice(0, -1);

/**
 * A file of a service.
 * @param root the repository's folder, which may be a checkout of another version
 */
export const moduleOf = (service: ServiceName, path: string, root = ROOT): URL =>
  new URL(FOLDERS[service] + path, root);

/** A process as `npm start` runs it: where its code is, and what it needs besides the settings that all share. */
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

/**
 * The processes that `npm start` runs.
 * @param ports by the names of the processes
 */
export const serviceProcesses = (ports: Readonly<Record<string, number>>): ServiceProcess[] => {
  const portOf = (name: string): string => String(ports[name] ?? 0);
  const addresses = Object.fromEntries(
    BEHIND_GATEWAY.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${portOf(name)}`]),
  );
  return processRows()
    .filter(({ name }) => PROCESS_NAMES.includes(name))
    .map(({ name, service, script }) => ({
      name,
      module: moduleOf(service, script),
      schema: service,
      env: {
        PORT: portOf(name),
        // Clients reach the gateway only, on the address that the operator chooses.
        ...(name === 'gateway' ? {} : { HOST: '127.0.0.1' }),
        ...(name === service && name !== 'gateway' ? { TRUST_PROXY: '1' } : {}),
        ...(service === 'gateway' ? addresses : {}),
      },
      flags: FLAGS[service] ?? [],
    }));
};
