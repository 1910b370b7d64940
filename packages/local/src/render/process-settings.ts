import { settings, tracingVariables } from '@platform/runtime';
import type Joi from 'joi';

import { BEHIND_GATEWAY, moduleOf, processRows, SERVICE_NAMES } from '../services.ts';
import type { ProcessName, ServiceName } from '../services.ts';

export type Variables = Readonly<Record<string, Joi.Schema>>;

/** Read by OpenTelemetry's exporter and by Node.js themselves, in every process. */
const UNDECLARED = [
  'OTEL_EXPORTER_OTLP_TIMEOUT',
  'OTEL_EXPORTER_OTLP_COMPRESSION',
  'OTEL_RESOURCE_ATTRIBUTES',
  'NODE_EXTRA_CA_CERTS',
];

/** Settings that containers take from a file below `/secrets`. Most are secrets; the others depend on the process. */
export const IN_FILES = [
  'DATABASE_URL',
  'REDIS_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'IDENTITY_PRIVATE_KEY',
  'IDENTITY_OTHER_KEY',
  'OIDC_CLIENT_SECRET',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'CREDENTIALS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Settings of which a container has one value only: where things are inside it. */
const FIXED = [
  ...['PORT', 'HOST', 'METRICS_PORT', 'DATA_DIR', 'MAIL_FOLDER', 'IDENTITY_PUBLIC_KEY'],
  ...['RENDERER_FOLDER', 'RENDERER_URL', 'RENDERER_PORT', 'RENDERER_PROXY_PORT'],
  ...['CONSOLE_DIRECTORY', 'DOWNLOADS_DIRECTORY', 'PAGES_DIRECTORY'],
  ...BEHIND_GATEWAY.map((name) => `${name.toUpperCase()}_URL`),
  // One name for all processes would be wrong.
  'OTEL_SERVICE_NAME',
];

/** The key of a setting in a secret, and the name of its file. */
export const fileOf = (setting: string): string => setting.toLowerCase().replaceAll('_', '-');

/** The settings that each process declares. */
export type Declared = Readonly<Record<ProcessName, Variables>>;

/** Reads what the processes declare, from the sources of this checkout. */
export const readDeclared = async (): Promise<Declared> => {
  const entries = processRows().map(async ({ name, service, settings: [file, variables] }) => {
    const module = (await import(moduleOf(service, file).href)) as Record<string, Variables>;
    const own = module[variables];
    if (own === undefined) throw new Error(`${file} of ${service} exports no ${variables}.`);
    // A renderer can't reach a collector.
    return [name, 'DATABASE_URL' in own ? { ...own, ...tracingVariables } : own] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as unknown as Declared;
};

/** The settings of a migration. */
export const migrationVariables: Variables = {
  DATABASE_URL: settings.DATABASE_URL,
  LOG_LEVEL: settings.LOG_LEVEL,
  ...tracingVariables,
};

/** The port on which a process listens unless told otherwise; undefined where it listens on none. */
export const portOf = (declared: Declared, name: ProcessName): number | undefined =>
  (declared[name]['PORT']?.describe() as { flags?: { default?: number } } | undefined)?.flags?.default;

/** The services of which some process reads a setting. */
export const readersOf = (declared: Declared, setting: string): ServiceName[] =>
  SERVICE_NAMES.filter((service) =>
    processRows().some((row) => row.service === service && setting in declared[row.name]),
  );

/** The settings of processes that an operator may choose in the environment of Compose, each once, in their order. */
export const openSettings = (declared: Declared, names: readonly ProcessName[]): string[] => {
  const all = new Set(names.flatMap((name) => Object.keys(declared[name])));
  const closed = [...IN_FILES, ...FIXED];
  return [...[...all].filter((setting) => !closed.includes(setting)), ...UNDECLARED];
};
