import { readFileSync } from 'node:fs';

/** A vulnerability of the versions from `from` on, up to but without `below`. */
export interface Vulnerability {
  from: string;
  below: string;
  /** Versions in between that don't have it. */
  except?: string[];
  severity: string;
  /** A CVE where there is one. */
  id: string;
}

/** How a library is recognised, and what is wrong with which of its versions. */
export interface KnownLibrary {
  /** Other names, in lower case: of its packages. */
  names: string[];
  /** Patterns, each with `§§version§§` for the version. */
  uri: string[];
  filename: string[];
  content: string[];
  /** `/pattern/version/`, where the version refers to groups of the pattern. */
  replaced: string[];
  /** Versions by the SHA-1 of a whole file. */
  hashes: Record<string, string>;
  vulnerabilities: Vulnerability[];
}

/** retire.js' list of libraries with vulnerabilities. */
export interface LibraryData {
  source: string;
  licence: string;
  /** The day of the list itself. */
  published: string;
  /** The day on which it was last asked for. */
  retrieved: string;
  libraries: Record<string, KnownLibrary>;
}

let loaded: LibraryData | undefined;

/** The list, read when it is first needed. */
export const libraryData = (): LibraryData => {
  loaded ??= JSON.parse(readFileSync(new URL('./libraries.json', import.meta.url), 'utf8')) as LibraryData;
  return loaded;
};

const partsOf = (version: string): (number | string)[] =>
  version.split(/[.-]/).map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/**
 * Whether one version comes before another. A part that isn't a number, as in `1.9.0b1` or
 * `4.0.0-beta`, comes before any number.
 */
export const isBefore = (version: string, limit: string): boolean => {
  const [own, other] = [partsOf(version), partsOf(limit)];
  for (let index = 0; index < Math.max(own.length, other.length); index++) {
    const [a, b] = [own[index] ?? 0, other[index] ?? 0];
    if (a === b) continue;
    if (typeof a !== typeof b) return typeof a === 'string';
    return a < b;
  }
  return false;
};

/** The known vulnerabilities of a version of a library. */
export const vulnerabilitiesIn = (name: string, version: string): Vulnerability[] =>
  (libraryData().libraries[name]?.vulnerabilities ?? []).filter(
    ({ from, below, except }) =>
      !isBefore(version, from) && isBefore(version, below) && !(except ?? []).includes(version),
  );

/** Stands for a version of a branch that was given up with its holes. */
const NEVER = /(?:^|\.)999(?:\.|$)/;

/** The lowest version to update to without any known vulnerability; null where there is none yet. */
export const fixedIn = (name: string, version: string): string | null => {
  let at = version;
  for (let found = vulnerabilitiesIn(name, at); found.length > 0; found = vulnerabilitiesIn(name, at))
    for (const { below } of found) if (isBefore(at, below)) at = below;
  // 3.0.0-alpha.0 says: as soon as it is no longer a version 2.
  return NEVER.test(at) ? null : at.replace(/-.*$/, '');
};
