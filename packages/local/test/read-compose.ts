import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { freezeDeeply } from './freeze-deeply.ts';

/** The parts of a compose file's service that tests look at. */
export interface ComposeService {
  image: string;
  profiles?: string[];
  extends?: { file: string; service: string };
  env_file?: string[];
  restart?: string;
  init?: boolean;
  build?: { dockerfile?: string; args?: Record<string, string> };
  command?: string[];
  healthcheck?: { test?: string[] };
  environment?: Record<string, string>;
  networks?: string[];
  network_mode?: string;
  volumes?: string[];
  mem_limit?: string;
  cpus?: string | number;
  pids_limit?: number;
  stop_grace_period?: string;
  labels?: Record<string, string>;
  logging?: { options?: Record<string, string> };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks?: Record<string, { internal?: boolean } | null>;
}

const read = new Map<string, Compose>();
const root = new URL('../../../', import.meta.url);

/** The variables of a Compose file: `NAME=value`, or a name alone to pass its value on. */
export const readEnvironment = (path: string): Record<string, string> => {
  const lines = readFileSync(new URL(path, root), 'utf8').split('\n');
  const variables = lines.flatMap((line) => {
    const [, name, value] = /^(\w+)(?:=(.*))?$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value ?? `\${${name}:-}`] as const];
  });
  return Object.fromEntries(variables);
};

/** A service with what it extends and the variables of its files, as Compose sees it. */
const resolve = (service: ComposeService, folder: string): ComposeService => {
  const { extends: base, env_file: files = [], ...own } = service;
  const parent = base && readCompose(base.file).services[base.service];
  const environment = Object.assign(
    {},
    ...[parent?.environment, ...files.map((file) => readEnvironment(join(folder, file))), own.environment],
  ) as Record<string, string>;
  const volumes = [...(parent?.volumes ?? []), ...(own.volumes ?? [])];
  return {
    ...parent,
    ...own,
    ...(Object.keys(environment).length > 0 ? { environment } : {}),
    ...(volumes.length > 0 ? { volumes } : {}),
  };
};

/**
 * Reads a compose file, once, with its anchors and merge keys, what it extends and its files of variables.
 * @param path from the root of the repository
 */
export const readCompose = (path: string): Compose => {
  let compose = read.get(path);
  if (compose === undefined) {
    const text = readFileSync(new URL(path, root), 'utf8');
    const { services, ...others } = parse(text, { merge: true, maxAliasCount: -1 }) as Compose;
    const resolved = Object.entries(services).map(([name, service]) => [
      name,
      resolve(service, dirname(path)),
    ]);
    compose = freezeDeeply({
      ...others,
      services: Object.fromEntries(resolved) as Compose['services'],
    });
    read.set(path, compose);
  }
  return compose;
};

/** The services of a compose file by their names. */
export const composeServices = (path: string): [string, ComposeService][] =>
  Object.entries(readCompose(path).services);

/** Complements of `docker-compose.yml`, except for the cluster. */
export const COMPLEMENTS = [
  'docker-compose.monitoring.yml',
  'docker-compose.backup.yml',
  'docker-compose.tls.yml',
];

/** The services and networks of `docker-compose.yml` and its complements together. */
export const readWholeCompose = (): Required<Compose> => {
  const files = ['docker-compose.yml', ...COMPLEMENTS].map(readCompose);
  const entries = files.flatMap(({ services }) => Object.entries(services));
  return {
    // A complement adds to a service without naming its image.
    services: Object.fromEntries(
      entries.filter(([, { image }]) => (image as string | undefined) !== undefined),
    ),
    networks: Object.assign(
      {},
      ...files.map(({ networks = {} }) => networks),
    ) as Required<Compose>['networks'],
  };
};
