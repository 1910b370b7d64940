import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

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

/**
 * Reads a compose file with its anchors and merge keys.
 * @param path from the root of the repository
 */
export const readCompose = (path: string): Compose =>
  parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  }) as Compose;
