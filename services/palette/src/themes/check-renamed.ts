import type { ErrorDetail } from '@platform/errors';

import { ROLES } from './modes/roles.ts';
import type { Theme } from './theme.ts';
import { circleText, MOST_NAMES } from './tokens/references.ts';
import { knownPath, spelling } from './tokens/token-tree.ts';

/** Where a chain of renames ends. */
interface ChainEnd {
  /** The last name; of a chain that leads into a circle, the first name in it. */
  readonly name: string;
  readonly isCircle: boolean;
}

/** The end of the chain from each old name. Each name is passed once, however many chains share it. */
const chainEnds = (renamed: ReadonlyMap<string, string>): ReadonlyMap<string, ChainEnd> => {
  const ends = new Map<string, ChainEnd>();
  for (const start of renamed.keys()) {
    const passed = new Set<string>();
    let place = start;
    for (let next = renamed.get(place); next !== undefined; next = renamed.get(place)) {
      if (passed.has(place) || ends.has(place)) break;
      passed.add(place);
      place = next;
    }
    const isNewCircle = passed.has(place);
    const end = ends.get(place) ?? { name: place, isCircle: isNewCircle };
    let isInside = false;
    for (const name of passed) {
      isInside ||= isNewCircle && name === place;
      // Inside the circle each name is the first: its message begins with itself.
      ends.set(name, isInside ? { name, isCircle: true } : end);
    }
  }
  return ends;
};

/** The names of a circle from one of them, or as many as a message needs to show that there are more. */
const namesOfCircle = (renamed: ReadonlyMap<string, string>, first: string): readonly string[] => {
  const names = [first];
  for (let next = renamed.get(first); next !== undefined && next !== first; next = renamed.get(next)) {
    names.push(next);
    if (names.length > MOST_NAMES) break;
  }
  return names;
};

type Renamed = Theme['renamed'];

const isName = (name: string): boolean =>
  name.split('.').every((part) => part !== '' && part !== '__proto__' && !/^\$|[{}]/.test(part));

/** The groups around a name, from the outermost: `a` and `a.b` of `a.b.c`. */
const groupsOf = (name: string): string[] =>
  [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));

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

/** Returns what is wrong with an old name, or null. */
const objectionTo = (
  old: string,
  renamed: ReadonlyMap<string, string>,
  ends: ReadonlyMap<string, ChainEnd>,
  { names, spellings, groups }: Names,
): string | null => {
  if (!isName(old)) return 'cannot be the name of a token';
  if (old.split('.')[0] === 'palette') return 'is the name of a colour of the palette';
  const same = spellings.get(spelling(old));
  if (same !== undefined) return `has the name of ${same}, which is there`;
  const inside = groups.get(old);
  if (inside !== undefined) return `is a group, which has ${inside}`;
  const above = groupsOf(old).find((group) => names.has(group));
  if (above !== undefined) return `would make a group of ${above}`;
  const end = ends.get(old);
  if (end?.isCircle) return `leads in a circle: ${circleText(namesOfCircle(renamed, end.name))}`;
  return end && !names.has(end.name) ? `leads to ${end.name}, which the theme does not have` : null;
};

/**
 * Lists what is wrong with a theme's old names: those that are invalid or taken, or lead in a
 * circle or nowhere.
 * @param paths of the theme's tokens
 */
export const oldNameFaults = (
  renamed: Renamed,
  paths: readonly (readonly string[])[],
): readonly ErrorDetail[] => {
  const names = namesOf(paths);
  const entries = new Map(Object.entries(renamed));
  const ends = chainEnds(entries);
  const seen = new Map<string, string>();
  return [...entries.keys()].flatMap((name) => {
    const other = seen.get(spelling(name));
    seen.set(spelling(name), name);
    const objection =
      other === undefined
        ? objectionTo(name, entries, ends, names)
        : `has the name of ${other}, which is renamed too`;
    const field = `renamed.${name}`;
    return objection === null ? [] : [{ field, message: `${field} ${objection}` }];
  });
};

/**
 * Old names with their current names, including those that were renamed again. Exports add each as
 * a deprecated reference to the current one before a format sees the tokens, so a new format keeps
 * old names without knowing about them.
 */
export const presentNames = (renamed: Renamed): readonly (readonly [string, string])[] =>
  [...chainEnds(new Map(Object.entries(renamed)))].flatMap(([old, { name, isCircle }]) =>
    isCircle ? [] : [[old, name] as const],
  );
