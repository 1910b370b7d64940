import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import type { Json } from '../themes/theme.ts';
import { withModeValues } from '../themes/tokens/resolve-modes.ts';
import { hexOfRgb, rgbOfFractions } from '../color/color.ts';
import type { Rgb } from '../color/color.ts';
import type { ImportedTokens } from './import-format.ts';
import { MOST_NODES } from '../themes/tokens/extend-groups.ts';
import { ImportFault } from './import-format.ts';

/**
 * Counts tokens and groups while they are read: reading on would take minutes and the memory of the process,
 * and no theme takes more. @throws ImportFault for one too many
 */
export const createTokenLimit = (): (() => void) => {
  let count = 0;
  return () => {
    count += 1;
    if (count > MOST_NODES)
      throw new ImportFault(`must not have more than ${MOST_NODES.toLocaleString('en')} tokens and groups`);
  };
};

type Group = Map<string, Json | Group>;

/** More than anybody reads; a file of 14 MB could have millions. */
const MOST_CHANGES = 10_000;

/** Builds a token tree path by path, making names that DTCG accepts. */
export interface TokenBuilder {
  /**
   * Adds a token or a bare value. A path that is taken already is said to be and left out.
   * @param mode in which the token has this value; without, it is what counts in all others
   */
  add: (path: readonly string[], token: Json, mode?: string) => void;
  /** Says what was changed or left out. */
  say: (change: string) => void;
  build: () => { tokens: TreeNode; changes: readonly string[] };
}

/** A name that DTCG accepts: without `{ } .`, not beginning with `$`. */
export const tokenName = (name: string): string => {
  const cleaned = name.trim().replaceAll(/[{}.]/g, '-').replace(/^\$+/, '');
  return cleaned === '' || cleaned === '__proto__' ? 'token' : cleaned;
};

const toTree = (group: Group): TreeNode =>
  Object.fromEntries([...group].map(([name, item]) => [name, item instanceof Map ? toTree(item) : item]));

export const createTokenBuilder = (): TokenBuilder => {
  const root: Group = new Map();
  const changes: string[] = [];
  let unsaid = 0;
  const say = (change: string): void => {
    if (changes.length < MOST_CHANGES) changes.push(change);
    else unsaid += 1;
  };
  const count = createTokenLimit();

  const groupAt = (path: readonly string[]): Group => {
    let group = root;
    for (const name of path) {
      const found = group.get(name);
      if (found instanceof Map) {
        group = found;
        continue;
      }
      const made: Group = new Map();
      // A token that is also a group becomes the group's own token.
      if (found !== undefined) made.set('$root', isNode(found) ? found : { $value: found });
      group.set(name, made);
      group = made;
    }
    return group;
  };

  /** Values in modes, by the path of their token. */
  const inModes = new Map<string, { names: readonly string[]; values: Map<string, Json> }>();

  const addInMode = (names: readonly string[], token: Json, mode: string): void => {
    const key = JSON.stringify(names);
    const { values } = inModes.get(key) ?? { values: new Map<string, Json>() };
    inModes.set(key, { names, values });
    if (values.has(mode))
      say(`${names.join('.')} occurs twice in the mode ${mode}; the first value is kept.`);
    else values.set(mode, token);
  };

  const add = (path: readonly string[], token: Json, mode?: string): void => {
    count();
    const names = path.map(tokenName);
    if (names.some((name, place) => name !== path[place]))
      say(`${path.join('.')} is now called ${names.join('.')}.`);
    const last = names.at(-1);
    if (last === undefined) return;
    if (mode !== undefined) {
      addInMode(names, token, mode);
      return;
    }
    const group = groupAt(names.slice(0, -1));
    const taken = group.get(last);
    if (taken instanceof Map && !taken.has('$root'))
      taken.set('$root', isNode(token) ? token : { $value: token });
    else if (taken === undefined) group.set(last, token);
    else say(`${path.join('.')} occurs twice; the first value is kept.`);
  };

  /** The token at a path; undefined if there is none. */
  const tokenAt = (names: readonly string[]): { group: Group; name: string; token: Json } | undefined => {
    const last = names.at(-1) ?? '';
    const parent = names.slice(0, -1).reduce<Group | undefined>((group, name) => {
      const found = group?.get(name);
      return found instanceof Map ? found : undefined;
    }, root);
    const found = parent?.get(last);
    const [group, name] = found instanceof Map ? [found, '$root'] : [parent, last];
    const token = group?.get(name);
    return group === undefined || token === undefined || token instanceof Map
      ? undefined
      : { group, name, token };
  };

  /** The tree with the values in modes at their tokens. */
  const withModes = (): Group => {
    for (const { names, values } of inModes.values()) {
      if (tokenAt(names) === undefined) {
        const [[mode, first] = ['', null]] = values;
        say(`${names.join('.')}: only the mode ${mode} has a value for it, which counts in all others, too.`);
        add(names, first);
      }
      const found = tokenAt(names);
      if (found === undefined) continue;
      const plain = [...values].map(([mode, value]): [string, Json] => [
        mode,
        isNode(value) ? (value['$value'] ?? null) : value,
      ]);
      const token = isNode(found.token) ? found.token : { $value: found.token };
      found.group.set(found.name, withModeValues(token, new Map(plain)));
    }
    inModes.clear();
    return root;
  };

  return {
    add,
    say,
    build: () => ({
      tokens: toTree(withModes()),
      changes: unsaid === 0 ? changes : [...changes, `${unsaid} more changes are not listed.`],
    }),
  };
};

/** A colour of a swatch file; an empty name gets a number. */
export interface Swatch {
  readonly name: string;
  readonly hex: string;
}

const clamped = (value: number): number => Math.max(0, Math.min(1, value));

/** The colour of components 0–1; those outside are clamped. */
export const hexOfFractions = (r: number, g: number, b: number): string =>
  hexOfRgb(rgbOfFractions([clamped(r), clamped(g), clamped(b)]));

export const hexOfBytes = (rgb: Rgb): string => hexOfRgb(rgb);

/** CMYK 0–1 without a profile, as Adobe previews it. */
export const hexOfCmyk = (c: number, m: number, y: number, k: number): string =>
  hexOfFractions((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k));

/** Swatches as colour tokens, in order. Names that stand twice get a number. */
export const tokensOfSwatches = (
  swatches: readonly Swatch[],
  changes: readonly string[] = [],
): ImportedTokens => {
  const builder = createTokenBuilder();
  const taken = new Set<string>();
  // Where the search for a free number goes on: hundreds of swatches may have one name.
  const numbers = new Map<string, number>();
  swatches.forEach(({ name, hex }, place) => {
    const wanted = name.trim() === '' ? `color-${place + 1}` : tokenName(name);
    let free = wanted;
    let number = numbers.get(wanted) ?? 2;
    for (; taken.has(free); number += 1) free = `${wanted}-${number}`;
    numbers.set(wanted, number);
    taken.add(free);
    if (free !== name)
      builder.say(`Colour ${place + 1}${name === '' ? '' : ` (${name})`} is called ${free}.`);
    builder.add([free], hex);
  });
  const { tokens, changes: named } = builder.build();
  return { tokens, changes: [...changes, ...named] };
};
