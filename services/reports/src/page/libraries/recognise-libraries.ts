import { createHash } from 'node:crypto';
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
 * True if one version comes before another. A part that isn't a number, as in `1.9.0b1` or
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

/** A library in a file, and its version. */
export interface FoundLibrary {
  name: string;
  version: string;
}

/** As retire.js reads a version in the place of `§§version§§`. */
const VERSION = '[0-9][0-9.a-z_\\\\-]+';

/** A pattern, and a text without which it can't match. */
interface Matcher {
  readonly name: string;
  readonly anchor: string;
  readonly pattern: RegExp;
  /** Where the version is more than the first group. */
  readonly replacement: string | null;
}

/**
 * The longest text that every match of a pattern contains: characters outside of groups and classes
 * that nothing makes optional. Looking for it first keeps 400 patterns cheap on files of megabytes.
 */
const anchorOf = (source: string): string => {
  let [best, run, depth] = ['', '', 0];
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? '';
    const isEscape = char === '\\';
    const literal = isEscape ? (source[++at] ?? '') : char;
    if (!isEscape && char === '[') {
      end();
      while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    } else if (!isEscape && (char === '(' || char === ')')) {
      end();
      depth += char === '(' ? 1 : -1;
    } else if (!isEscape && char === '|' && depth === 0) return '';
    else if (depth > 0 || (isEscape ? /[a-z0-9]/i : /[.^$|]/).test(literal)) end();
    else if (!isEscape && /[?*+{]/.test(char)) {
      // The character before it may be missing, or come again.
      if (char !== '+') run = run.slice(0, -1);
      end();
      if (char === '{') while (at < source.length && source[at] !== '}') at++;
    } else run += literal;
  }
  end();
  return best;
};

const matcherOf = (name: string, source: string, replacement: string | null): Matcher => ({
  name,
  anchor: anchorOf(source),
  pattern: new RegExp(source.replaceAll('§§version§§', VERSION), 'g'),
  replacement,
});

const matchersOf = (name: string, library: KnownLibrary, kind: 'uri' | 'filename' | 'content'): Matcher[] => {
  const own = library[kind].map((source) => matcherOf(name, source, null));
  if (kind !== 'content') return own;
  const replaced = library.replaced.flatMap((text) => {
    const [, source, replacement] = /^\/(.*[^\\])\/([^/]+)\/$/s.exec(text) ?? [];
    return source === undefined || replacement === undefined ? [] : [matcherOf(name, source, replacement)];
  });
  return [...own, ...replaced];
};

const compiled = new Map<string, readonly Matcher[]>();

const allMatchers = (kind: 'uri' | 'filename' | 'content'): readonly Matcher[] => {
  const known = compiled.get(kind);
  if (known !== undefined) return known;
  const made = Object.entries(libraryData().libraries).flatMap(([name, library]) =>
    matchersOf(name, library, kind),
  );
  compiled.set(kind, made);
  return made;
};

/** Matches of one pattern in one file: a bundle may hold a library twice. */
const MOST_MATCHES = 5;
/** Parts of a file's name that say how it was built, and that the pattern of a version includes. */
const BUILD = /(?:[.-](?:min|slim|prod|dev|bundle))+$/;
/** Longer ones are no version. */
const LONGEST_VERSION = 40;

const matchesOf = (text: string, kind: 'uri' | 'filename' | 'content'): FoundLibrary[] => {
  const found: FoundLibrary[] = [];
  for (const { name, anchor, pattern, replacement } of allMatchers(kind)) {
    if (!text.includes(anchor)) continue;
    let left = MOST_MATCHES;
    for (const match of text.matchAll(pattern)) {
      const version =
        replacement === null
          ? match[1]
          : replacement.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '');
      if (version !== undefined && version.length <= LONGEST_VERSION)
        found.push({ name, version: version.replace(BUILD, '') });
      left -= 1;
      if (left === 0) break;
    }
  }
  return found;
};

const distinct = (found: readonly FoundLibrary[]): FoundLibrary[] => [
  ...new Map(found.map((one) => [`${one.name} ${one.version}`, one])).values(),
];

/**
 * The libraries in a script, by its text and, where it is whole, by its SHA-1. Takes milliseconds per
 * megabyte; a script that is made to take longer needs a thread with a time limit.
 */
export const librariesInCode = (code: string): FoundLibrary[] => {
  const hash = createHash('sha1').update(code).digest('hex');
  const byHash = Object.entries(libraryData().libraries).flatMap(([name, { hashes }]) => {
    const version = hashes[hash];
    return version === undefined ? [] : [{ name, version }];
  });
  // The patterns are written for lines that end as on Unix.
  return distinct([...byHash, ...matchesOf(code.replaceAll('\r\n', '\n'), 'content')]);
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Patterns for a library's names in an address with a version. */
const spelt = new Map<string, RegExp>();

const versionAfter = (names: readonly string[]): RegExp => {
  const key = names.join('|');
  const known = spelt.get(key);
  if (known !== undefined) return known;
  const made = new RegExp(
    `(?:^|/)(?:${names.map(escaped).join('|')})(?:\\.js)?(?:[-.@/]v?|(?:[.-]?(?:min|slim|core))*(?:\\.js)?\\?(?:ver|v)=)(\\d+\\.\\d+(?:\\.\\d+)?)`,
  );
  spelt.set(key, made);
  return made;
};

/**
 * The libraries that an address names: by the patterns of the list, else as in
 * `…/jquery-3.4.1.min.js`, `…/jquery@3.4.1/…`, `…/jquery/3.4.1/…` or `…/jquery.min.js?ver=3.4.1`.
 */
export const librariesInUrl = (url: string): FoundLibrary[] => {
  const [path = ''] = url.split(/[?#]/);
  const byList = distinct([
    ...matchesOf(url, 'uri'),
    ...matchesOf(path.slice(path.lastIndexOf('/') + 1), 'filename'),
  ]);
  if (byList.length > 0) return byList;
  const text = url.toLowerCase();
  for (const [name, { names }] of Object.entries(libraryData().libraries)) {
    const version = versionAfter([name.toLowerCase(), ...names]).exec(text)?.[1];
    if (version !== undefined) return [{ name, version }];
  }
  return [];
};
