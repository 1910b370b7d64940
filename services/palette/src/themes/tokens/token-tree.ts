import type { Json } from '../theme.ts';
import { fault, TokenFault } from './collect-faults.ts';
import type { FaultCollector } from './collect-faults.ts';

/** An object of a token tree: a group or a token. */
export type TreeNode = Readonly<Record<string, Json>>;

/** A token and where it is in the tree. */
export interface TreeToken {
  readonly path: readonly string[];
  readonly node: TreeNode;
  /** `$type` of the token itself. */
  readonly ownType: string | null;
  /** `$type` of the nearest group that has one. */
  readonly inheritedType: string | null;
  /** `$deprecated` of the token itself or of the nearest group that has one. */
  readonly deprecated: string | boolean;
}

/** How deep trees may nest. */
export const MAX_DEPTH = 32;

/** Properties that a group may have; `$root` is a token. */
export const GROUP_PROPERTIES: ReadonlySet<string> = new Set([
  '$schema',
  '$type',
  '$description',
  '$extensions',
  '$extends',
  '$deprecated',
  '$root',
]);

export const isNode = (value: unknown): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with a value is a token; any other is a group. */
export const isToken = (node: TreeNode): boolean =>
  Object.hasOwn(node, '$value') || Object.hasOwn(node, '$ref');

const typeOf = (node: TreeNode): string | null => {
  const type = node['$type'];
  return typeof type === 'string' ? type : null;
};

const deprecationOf = (node: TreeNode, inherited: string | boolean): string | boolean => {
  const own = node['$deprecated'];
  return typeof own === 'string' || typeof own === 'boolean' ? own : inherited;
};

const checkName = (name: string, path: readonly string[]): void => {
  if (name.startsWith('$')) fault(path, 'is not a property of a group in DTCG 2025.10');
  if (name === '') fault(path, 'must have a name');
  // Assigning to it would set a prototype instead of a property, and the token would be lost.
  if (name === '__proto__') fault(path, 'must not be called __proto__');
  if (/[{}.]/.test(name)) fault(path, 'must not have {, } or . in its name');
};

/** The token or group of an entry. */
const checkEntry = (name: string, child: Json | undefined, place: readonly string[]): TreeNode => {
  if (name !== '$root') checkName(name, place);
  if (place.length > MAX_DEPTH) fault(place, `is nested deeper than ${MAX_DEPTH} levels`);
  if (!isNode(child)) return fault(place, 'must be a token (an object with $value) or a group of them');
  if (name === '$root' && !isToken(child)) return fault(place, 'must be a token, with $value');
  return child;
};

/**
 * Every token of a tree, in order.
 * @param attempt runs the check of one entry, and may continue after a `TokenFault` for invalid names,
 *   non-objects, or groups that nest too deep
 */
export const listTokens = (
  root: TreeNode,
  attempt: FaultCollector['attempt'] = (step) => step(),
): TreeToken[] => {
  type Inherited = Pick<TreeToken, 'inheritedType' | 'deprecated'>;
  const list = (node: TreeNode, path: readonly string[], above: Inherited): TreeToken[] => {
    const inheritedType = typeOf(node) ?? above.inheritedType;
    const deprecated = deprecationOf(node, above.deprecated);
    return Object.entries(node).flatMap(([name, child]) => {
      const place = [...path, name];
      if (GROUP_PROPERTIES.has(name) && name !== '$root') return [];
      const found = attempt(() => checkEntry(name, child, place));
      if (found === undefined) return [];
      if (!isToken(found)) return list(found, place, { inheritedType, deprecated });
      const own = { ownType: typeOf(found), deprecated: deprecationOf(found, deprecated) };
      return [{ path: place, node: found, inheritedType, ...own }];
    });
  };
  return list(root, [], { inheritedType: null, deprecated: false });
};

/** The node at a path, or undefined. */
export const nodeAt = (root: TreeNode, path: readonly string[]): TreeNode | undefined => {
  let node: TreeNode = root;
  for (const name of path) {
    const child = Object.hasOwn(node, name) ? node[name] : undefined;
    if (!isNode(child)) return undefined;
    node = child;
  }
  return node;
};

/** The path of a token for clients: a group's own token (`$root`) has the path of the group. */
export const knownPath = (path: readonly string[]): readonly string[] =>
  path.length > 1 && path.at(-1) === '$root' ? path.slice(0, -1) : path;

/** How a name is spelt in files: `OnPrimary` and `on primary` are both `on-primary`, so they become one name. */
export const spelling = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .toLowerCase();

/** The name of a path as exports compare it; empty for a name of symbols only, which never collides. */
export const sharedName = (path: readonly string[]): string =>
  spelling(path.filter((part) => part !== '$root').join(' ')).replaceAll(/^-|-$/g, '');

const CURLY = /^\{([^{}]+)\}$/;

/** The path in `{group.token}`; null if the text is not a reference. */
export const curlyPath = (value: Json | undefined): readonly string[] | null => {
  const inner = typeof value === 'string' ? CURLY.exec(value)?.[1] : undefined;
  return inner === undefined ? null : inner.split('.');
};

/**
 * The parts of a JSON Pointer (RFC 6901) in a URI fragment, `#/group/token/$value`; null if the
 * text is not one.
 */
export const pointerPath = (value: Json | undefined): readonly string[] | null => {
  if (typeof value !== 'string' || !value.startsWith('#/')) return null;
  try {
    return value
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return null;
  }
};

/** The path of the token that a JSON Pointer leads to, or into; null if the text is not one. */
const pointedToken = (value: Json | undefined): readonly string[] | null => {
  const parts = pointerPath(value);
  const end = parts?.indexOf('$value') ?? -1;
  return parts === null || end === -1 ? parts : parts.slice(0, end);
};

/** The paths of all tokens that a value refers to, in either notation. */
export const referencesIn = (value: Json): (readonly string[])[] => {
  const path = curlyPath(value);
  if (path !== null) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const pointed = name === '$ref' ? pointedToken(item) : null;
    return pointed === null ? referencesIn(item) : [pointed];
  });
};

/** The JSON Pointer to a path, as a URI fragment; `pointerPath` reads the path back. */
export const pointerTo = (...path: readonly string[]): string =>
  `#${path
    // A fragment may have a dollar sign (RFC 3986, §3.5), and people expect to find it.
    .map(
      (name) =>
        `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$')}`,
    )
    .join('')}`;

/** Enough to find the place; a circle of thousands of names would make an endless message. */
export const MOST_NAMES = 3;

/**
 * A circle of names for a message: `a → b → a`, and of a long one its beginning.
 * @param names of the circle, each once
 */
export const circleText = (names: readonly string[]): string => {
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  return [...shown, ...names.slice(0, 1)].join(' → ');
};

/**
 * Longest name of a token with the groups around it. Each token's messages and keys repeat the names
 * of its groups, so a group of a very long name would exhaust the memory.
 */
const LONGEST_PATH = 1_000;

const isTooLong = (path: readonly string[]): boolean =>
  path.reduce((length, name) => length + name.length + 1, -1) > LONGEST_PATH;

/** @throws TokenFault for a path that is too long */
export const checkPathLength = (path: readonly string[]): void => {
  if (isTooLong(path))
    fault(path, `is longer than ${LONGEST_PATH.toLocaleString('en')} characters with the groups around it`);
};

/** The fault of each token and group whose path is too long, without those inside of such a group. */
export const longPaths = (root: TreeNode): readonly TokenFault[] => {
  const faults: TokenFault[] = [];
  const search = (group: TreeNode, path: readonly string[]): void => {
    // Too deep for the validation, which says so.
    if (path.length > MAX_DEPTH) return;
    for (const [name, child] of Object.entries(group)) {
      const place = [...path, name];
      try {
        checkPathLength(place);
      } catch (error) {
        if (!(error instanceof TokenFault)) throw error;
        faults.push(error);
        continue;
      }
      if (isNode(child) && !isToken(child)) search(child, place);
    }
  };
  search(root, []);
  return faults;
};
