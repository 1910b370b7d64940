import { createHash } from 'node:crypto';

import { libraryData } from './library-data.ts';
import type { KnownLibrary } from './library-data.ts';

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
