import type { ErrorDetail } from '@platform/errors';

import { ROLES } from './modes/roles.ts';
import type { Theme } from './theme.ts';
import { knownPath } from './tokens/token-tree.ts';

type Renamed = Theme['renamed'];

/** Names with the same spelling become one name in a file. */
const spelling = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .toLowerCase();

const isName = (name: string): boolean =>
  name.split('.').every((part) => part !== '' && part !== '__proto__' && !/^\$|[{}]/.test(part));

/** The groups around a name, from the outermost: `a` and `a.b` of `a.b.c`. */
const groupsOf = (name: string): string[] =>
  name
    .split('.')
    .slice(0, -1)
    .map((_part, place, parts) => parts.slice(0, place + 1).join('.'));

/** A theme's roles and tokens by name, by spelling, and by the groups around them. */
const namesOf = (paths: readonly (readonly string[])[]) => {
  const names = new Set([...ROLES, ...paths.map((path) => knownPath(path).join('.'))]);
  return {
    names,
    spellings: new Map([...names].map((name) => [spelling(name), name])),
    groups: new Map([...names].flatMap((name) => groupsOf(name).map((group) => [group, name]))),
  };
};

type Names = ReturnType<typeof namesOf>;

/** The last name in a chain of renames, or the names visited if it is a circle. */
const follow = (renamed: ReadonlyMap<string, string>, name: string): string | readonly string[] => {
  const passed = new Set<string>();
  let place = name;
  for (let next = renamed.get(place); next !== undefined; next = renamed.get(place)) {
    if (passed.has(place)) return [...passed, place].slice([...passed].indexOf(place));
    passed.add(place);
    place = next;
  }
  return place;
};

/** What is wrong with an old name, or null. */
const objectionTo = (
  old: string,
  renamed: ReadonlyMap<string, string>,
  { names, spellings, groups }: Names,
): string | null => {
  if (!isName(old)) return 'is no name of a token';
  if (old.split('.')[0] === 'palette') return 'is the name of a colour of the palette';
  const same = spellings.get(spelling(old));
  if (same !== undefined) return `has the name of ${same}, which is there`;
  const inside = groups.get(old);
  if (inside !== undefined) return `is a group, which has ${inside}`;
  const above = groupsOf(old).find((group) => names.has(group));
  if (above !== undefined) return `would make a group of ${above}`;
  const last = follow(renamed, old);
  if (typeof last !== 'string') return `leads in a circle: ${last.join(' → ')}`;
  return names.has(last) ? null : `leads to ${last}, which the theme does not have`;
};

/**
 * What is wrong with a theme's old names: those that are invalid, are taken, or lead in a circle or
 * nowhere.
 * @param paths of the theme's tokens
 */
export const oldNameFaults = (
  renamed: Renamed,
  paths: readonly (readonly string[])[],
): readonly ErrorDetail[] => {
  const names = namesOf(paths);
  const entries = new Map(Object.entries(renamed));
  const seen = new Map<string, string>();
  return [...entries.keys()].flatMap((name) => {
    const other = seen.get(spelling(name));
    seen.set(spelling(name), name);
    const objection =
      other === undefined
        ? objectionTo(name, entries, names)
        : `has the name of ${other}, which is renamed too`;
    const field = `renamed.${name}`;
    return objection === null ? [] : [{ field, message: `${field} ${objection}` }];
  });
};

/** Old names with their current names, including those that were renamed again. */
export const presentNames = (renamed: Renamed): readonly (readonly [string, string])[] => {
  const entries = new Map(Object.entries(renamed));
  return [...entries.keys()].flatMap((name) => {
    const last = follow(entries, name);
    return typeof last === 'string' ? [[name, last] as const] : [];
  });
};
