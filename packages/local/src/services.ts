/**
 * A process of the platform: where its code is, and what it needs to be told besides the settings
 * that all share.
 */
export interface ServiceProcess {
  name: string;
  module: URL;
  /** Role and schema in PostgreSQL. */
  schema: string;
  /** Settings of this process only. */
  env: Readonly<Record<string, string>>;
}

const ROOT = new URL('../../../', import.meta.url);
const modules = {
  gateway: new URL('gateway/', ROOT),
  analytics: new URL('services/analytics/', ROOT),
  reports: new URL('services/reports/', ROOT),
  palette: new URL('services/palette/', ROOT),
};

export type ServiceName = keyof typeof modules;

/** All that have a schema of their own, in the order in which they are migrated and started. */
export const SERVICE_NAMES = Object.keys(modules) as ServiceName[];

/** A file of a service. */
export const moduleOf = (service: ServiceName, path: string): URL => new URL(path, modules[service]);

/** The processes that `npm start` runs, on the ports given. */
export const serviceProcesses = (
  ports: Readonly<Record<ServiceName | 'palette-worker' | 'webhook-worker', number>>,
): ServiceProcess[] => [
  ...(['analytics', 'reports', 'palette'] as const).map((name) => ({
    name,
    module: moduleOf(name, 'src/main.ts'),
    schema: name,
    env: { PORT: String(ports[name]), HOST: '127.0.0.1', TRUST_PROXY: '1' },
  })),
  {
    name: 'palette-worker',
    module: moduleOf('palette', 'src/worker.ts'),
    schema: 'palette',
    env: { PORT: String(ports['palette-worker']), HOST: '127.0.0.1' },
  },
  {
    name: 'webhook-worker',
    module: moduleOf('gateway', 'src/webhook-worker.ts'),
    schema: 'gateway',
    env: {
      PORT: String(ports['webhook-worker']),
      HOST: '127.0.0.1',
      ANALYTICS_URL: `http://127.0.0.1:${ports.analytics}`,
      REPORTS_URL: `http://127.0.0.1:${ports.reports}`,
      PALETTE_URL: `http://127.0.0.1:${ports.palette}`,
    },
  },
  {
    name: 'gateway',
    module: moduleOf('gateway', 'src/main.ts'),
    schema: 'gateway',
    env: {
      PORT: String(ports.gateway),
      ANALYTICS_URL: `http://127.0.0.1:${ports.analytics}`,
      REPORTS_URL: `http://127.0.0.1:${ports.reports}`,
      PALETTE_URL: `http://127.0.0.1:${ports.palette}`,
    },
  },
];
