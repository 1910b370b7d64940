import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { freezeDeeply } from './freeze-deeply.ts';

/** The parts of a compose file's service that tests look at. */
export interface ComposeService {
  image: string;
  restart?: string;
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

/**
 * Reads a compose file, once, with its anchors and merge keys.
 * @param path from the root of the repository
 */
export const readCompose = (path: string): Compose => {
  let compose = read.get(path);
  if (compose === undefined) {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    compose = freezeDeeply(parse(text, { merge: true, maxAliasCount: -1 }) as Compose);
    read.set(path, compose);
  }
  return compose;
};

/** The services of a compose file by their names. */
export const composeServices = (path: string): [string, ComposeService][] =>
  Object.entries(readCompose(path).services);
