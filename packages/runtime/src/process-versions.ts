import { readFileSync } from 'node:fs';

/** What a process runs: the platform's version and that of Node.js. */
export interface Versions {
  version: string;
  node: string;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The versions of this process, and when it started. */
export const processVersions: Versions & { readonly startedAt: Date } = {
  version,
  node: process.versions.node,
  startedAt: new Date(performance.timeOrigin),
};

/**
 * The versions as a part of a connection's name, by which a server tells who is connected:
 * `0.2.0/24.21.0`.
 */
export const versionsName = (): string => `${version}/${process.versions.node}`;

/** Reads what `versionsName` wrote; nulls for a name by an older version. */
export const versionsIn = (name: string): { version: string | null; node: string | null } => {
  const [, found, node] = /(?:^|:)(\d[^:/]*)\/(\d[^:/]*)/.exec(name) ?? [];
  return { version: found ?? null, node: node ?? null };
};
