import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import type { Json } from '../themes/theme.ts';
import { createTokenLimit } from './token-limit.ts';

type Group = Map<string, Json | Group>;

/** More than anybody reads; a file of 14 MB could have millions. */
const MOST_CHANGES = 10_000;

/** Builds a token tree path by path, making names that DTCG accepts. */
export interface TokenBuilder {
  /** Adds a token or a bare value. A path that is taken already is said to be and left out. */
  add: (path: readonly string[], token: Json) => void;
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

  const add = (path: readonly string[], token: Json): void => {
    count();
    const names = path.map(tokenName);
    if (names.some((name, place) => name !== path[place]))
      say(`${path.join('.')} is now called ${names.join('.')}.`);
    const last = names.at(-1);
    if (last === undefined) return;
    const group = groupAt(names.slice(0, -1));
    const taken = group.get(last);
    if (taken instanceof Map && !taken.has('$root'))
      taken.set('$root', isNode(token) ? token : { $value: token });
    else if (taken === undefined) group.set(last, token);
    else say(`${path.join('.')} occurs twice; the first value is kept.`);
  };

  return {
    add,
    say,
    build: () => ({
      tokens: toTree(root),
      changes: unsaid === 0 ? changes : [...changes, `${unsaid} more changes are not listed.`],
    }),
  };
};
