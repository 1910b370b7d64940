import type { GroupNote, Json, ResolvedToken } from '../theme.ts';
import { collectFaults, fault } from './collect-faults.ts';
import type { FaultCollector } from './collect-faults.ts';
import { hexContradicts, withHex } from './dtcg-color.ts';
import { tokenFault, treeFault } from './dtcg-schemas.ts';
import { extendGroups } from './extend-groups.ts';
import {
  circleText,
  curlyPath,
  pointerPath,
  GROUP_PROPERTIES,
  isNode,
  isToken,
  knownPath,
  listTokens,
} from './token-tree.ts';
import { MODE, resolveModes } from './resolve-modes.ts';
import type { ResolvedModes } from './resolve-modes.ts';
import type { TreeNode, TreeToken } from './token-tree.ts';

interface Resolution {
  readonly type: string;
  readonly value: Json;
}

const CHAIN_LIMIT = 32;

const keyOf = (path: readonly string[]): string => path.join('.');

/** Follows the rest of a JSON Pointer into a value. */
const descend = (value: Json, parts: readonly string[], at: readonly string[], reference: string): Json => {
  let current: Json = value;
  for (const part of parts) {
    const next: Json | undefined = Array.isArray(current)
      ? (current as readonly Json[])[/^\d+$/.test(part) ? Number(part) : -1]
      : isNode(current) && Object.hasOwn(current, part)
        ? current[part]
        : undefined;
    if (next === undefined) return fault(at, `refers to ${reference}, which does not exist`);
    current = next;
  }
  return current;
};

/** Follows references from token to token and caches the results. */
const createResolver = (tokens: ReadonlyMap<string, TreeToken>) => {
  const done = new Map<string, Resolution>();

  const lookUp = (
    path: readonly string[],
    at: readonly string[],
    written: string,
    open: readonly string[],
  ): Resolution => {
    const key = [keyOf(path), keyOf([...path, '$root'])].find((candidate) => tokens.has(candidate));
    const token = key === undefined ? undefined : tokens.get(key);
    if (token === undefined) return fault(at, `refers to ${written}, which does not exist`);
    return resolve(token, open);
  };

  const followPointer = (
    reference: Json,
    at: readonly string[],
    open: readonly string[],
  ): { value: Json; type: string | null } => {
    const parts = pointerPath(reference) ?? fault(at, 'must refer to a place in this tree: #/…');
    const written = parts.join('/');
    const end = parts.indexOf('$value');
    const token = lookUp(end === -1 ? parts : parts.slice(0, end), at, written, open);
    if (end === -1 || end === parts.length - 1) return token;
    return { value: descend(token.value, parts.slice(end + 1), at, written), type: null };
  };

  /** A value with references replaced, and the type inherited from a reference. */
  const follow = (
    value: Json,
    at: readonly string[],
    open: readonly string[],
  ): { value: Json; type: string | null } => {
    const path = curlyPath(value);
    if (path !== null) return lookUp(path, at, `{${keyOf(path)}}`, open);
    if (isNode(value)) {
      if (Object.hasOwn(value, '$ref')) return followPointer(value['$ref'] ?? null, at, open);
      const entries = Object.entries(value).map(
        ([name, item]) => [name, follow(item, at, open).value] as const,
      );
      const members = Object.fromEntries(entries);
      // A composite value may contain a colour.
      if (hexContradicts(members)) fault(at, 'has a hex that is another colour than its components');
      return { value: withHex(members), type: null };
    }
    if (Array.isArray(value)) {
      // No type nests lists: one that an item refers to is that many items, such as layers or stops.
      const items = (value as readonly Json[]).flatMap((item) => follow(item, at, open).value);
      return { value: items, type: null };
    }
    return { value, type: null };
  };

  const resolve = (token: TreeToken, open: readonly string[]): Resolution => {
    const key = keyOf(token.path);
    const known = done.get(key);
    if (known !== undefined) return known;
    if (open.includes(key))
      fault(token.path, `is part of a circle: ${circleText(open.slice(open.indexOf(key)))}`);
    if (open.length > CHAIN_LIMIT) fault(token.path, `is a chain of more than ${CHAIN_LIMIT} references`);
    const inside = [...open, key];
    const { node, path } = token;
    const found = Object.hasOwn(node, '$value')
      ? follow(node['$value'] ?? null, path, inside)
      : followPointer(node['$ref'] ?? null, path, inside);
    if (token.ownType !== null && found.type !== null && token.ownType !== found.type)
      fault(path, `has the type ${token.ownType}, but refers to a token of the type ${found.type}`);
    const type =
      token.ownType ??
      found.type ??
      token.inheritedType ??
      fault(path, 'has no $type, and neither has a group around it');
    const { value } = found;
    // Here an inherited type is known, which the schema of a whole tree can't check.
    const objection = tokenFault({ $type: type, $value: value });
    if (objection !== null) fault(path, objection);
    const resolution = { type, value };
    done.set(key, resolution);
    return resolution;
  };
  return resolve;
};

/** The official schema's pattern of references forgets `{group.$root}`, which the format defines. */
const withoutRootSegments = (value: Json): Json => {
  if (typeof value === 'string') return value.replace(/^(\{[^{}]+)\.\$root\}$/, '$1}');
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutRootSegments);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutRootSegments(item)]));
};

/**
 * A token as the official schema can check it: without a `$type` of its own the schema refuses
 * some values that are valid with the inherited one, such as the font weight `semi-bold`.
 */
const checkable = ({ node, ownType, inheritedType }: TreeToken): TreeNode => {
  if (ownType !== null || inheritedType === null || !Object.hasOwn(node, '$value')) return node;
  const plain = withoutRootSegments(node) as TreeNode;
  return tokenFault(plain) === null ? node : { $type: inheritedType, ...node };
};

/** The tree with its tokens as the official schema can check them. */
const checkableTree = (tokens: readonly TreeToken[], tree: TreeNode): TreeNode => {
  const nodes = new Map(tokens.map((token) => [token.node, checkable(token)]));
  const copy = (node: TreeNode): TreeNode =>
    nodes.get(node) ??
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => [
        name,
        isNode(child) && (!name.startsWith('$') || name === '$root') ? copy(child) : child,
      ]),
    );
  return copy(tree);
};

/** Every group of a tree with its path, the tree itself first. */
const groupsOf = (group: TreeNode, path: readonly string[]): [readonly string[], TreeNode][] => [
  [path, group],
  ...Object.entries(group).flatMap(([name, child]) =>
    !name.startsWith('$') && isNode(child) && !isToken(child) ? groupsOf(child, [...path, name]) : [],
  ),
];

/** Returns a group's properties. */
const properties = (group: TreeNode): TreeNode =>
  Object.fromEntries(
    Object.entries(group).filter(([name]) => GROUP_PROPERTIES.has(name) && name !== '$root'),
  );

/**
 * Collects what is wrong with each token and group by itself. The schema of the whole tree comes
 * last: its messages are less clear.
 */
const checkTree = (tree: TreeNode, known: TreeNode, { attempt, isEmpty }: FaultCollector): void => {
  for (const name of Object.keys(known))
    attempt(() => {
      if (Object.hasOwn(tree, name)) fault([name], 'is a reserved name; refer to it, but do not define it');
    });
  const check = (path: readonly string[], node: TreeNode, faultOf: (node: TreeNode) => string | null) => {
    attempt(() => {
      const objection = faultOf(withoutRootSegments(node) as TreeNode);
      if (objection !== null) fault(path, objection);
    });
  };
  const written = listTokens(tree, attempt);
  for (const token of written) check(token.path, checkable(token), tokenFault);
  for (const [path, group] of groupsOf(tree, [])) check(path, properties(group), treeFault);
  if (isEmpty()) check([], checkableTree(written, tree), treeFault);
};

/** The path of a token in a JSON Pointer to it or its value; null for a pointer to a part of it. */
const wholeTokenPath = (pointer: Json | undefined): readonly string[] | null => {
  const parts = pointerPath(pointer);
  const end = parts?.indexOf('$value') ?? -1;
  return parts === null || end === -1 ? parts : end === parts.length - 1 ? parts.slice(0, end) : null;
};

/** Returns the member of that name in a resolved value. */
const counterpart = (value: Json, name: string): Json =>
  (Array.isArray(value)
    ? (value as readonly Json[])[Number(name)]
    : isNode(value)
      ? value[name]
      : undefined) ?? null;

/**
 * A resolved value with references to whole tokens in it again, in braces, whichever notation they
 * were written in; null if there are none. Everything else is as it was resolved: colours have their
 * hex, and a pointer to a part of a token is that part.
 */
const withReferences = (written: Json, resolved: Json): Json | null => {
  const path = curlyPath(written) ?? (isNode(written) ? wholeTokenPath(written['$ref']) : null);
  if (path !== null) return `{${knownPath(path).join('.')}}`;
  if (typeof written !== 'object' || written === null || Object.hasOwn(written, '$ref')) return null;
  const found = Object.entries(written).flatMap(([name, item]): [string, Json][] => {
    const value = counterpart(resolved, name);
    // A list of fonts has no references in braces.
    const own = Array.isArray(written) && typeof value === 'string' ? null : withReferences(item, value);
    return own === null ? [] : [[name, own]];
  });
  if (found.length === 0) return null;
  const changes = new Map(found);
  // An item that is several, such as the stops of another gradient: targets have no such references.
  if (Array.isArray(written) && Array.isArray(resolved) && written.length !== resolved.length) return null;
  if (Array.isArray(resolved))
    return (resolved as readonly Json[]).map((item, place) => changes.get(String(place)) ?? item);
  return isNode(resolved) ? { ...resolved, ...Object.fromEntries(changes) } : null;
};

/** The extensions that tools keep at a token; modes are read, and written anew. */
const extensionsOf = ({ $extensions: extensions }: TreeNode): { extensions?: TreeNode } => {
  if (!isNode(extensions)) return {};
  const { [MODE]: _, ...others } = extensions;
  return Object.keys(others).length === 0 ? {} : { extensions: others };
};

/** A token with what it was found to be. */
const resolvedToken = (token: TreeToken, found: Resolution): ResolvedToken => {
  const { $description: description, $value: written, $ref: pointer } = token.node;
  const { deprecated } = token;
  const alias =
    curlyPath(written) ??
    wholeTokenPath(pointer) ??
    (isNode(written) ? wholeTokenPath(written['$ref']) : null);
  const noted = alias === null ? withReferences(written ?? null, found.value) : null;
  return {
    path: token.path,
    type: found.type,
    value: found.value,
    description: typeof description === 'string' ? description : null,
    ...(alias === null ? {} : { alias: knownPath(alias) }),
    ...(noted === null ? {} : { written: noted }),
    ...(deprecated === false ? {} : { deprecated: deprecated === '' ? true : deprecated }),
    ...extensionsOf(token.node),
  };
};

/** Groups' descriptions and extensions, by the path of the first token in each. */
const groupNotes = (tree: TreeNode, tokens: readonly TreeToken[]): ReadonlyMap<string, GroupNote[]> => {
  const first = new Map<string, string>();
  for (const { path } of tokens)
    for (let length = 0; length < path.length; length += 1) {
      const group = keyOf(path.slice(0, length));
      if (!first.has(group)) first.set(group, keyOf(path));
    }
  const notes = new Map<string, GroupNote[]>();
  for (const [path, { $description: description, $extensions: extensions }] of groupsOf(tree, [])) {
    const token = first.get(keyOf(path));
    const note: GroupNote = {
      path,
      ...(typeof description === 'string' ? { description } : {}),
      ...(isNode(extensions) ? { extensions } : {}),
    };
    if (token !== undefined && Object.keys(note).length > 1)
      notes.set(token, [...(notes.get(token) ?? []), note]);
  }
  return notes;
};

/** The tokens of a tree in order, without those of `known`, and what they are in modes. */
export interface TokensInModes extends ResolvedModes {
  readonly resolved: readonly ResolvedToken[];
}

/**
 * Checks a DTCG 2025.10 tree and resolves its references, which may also point into `known`, without
 * a mode and in each mode that its tokens have values for.
 * @throws InvalidTokens with every fault, one for each token
 */
export const resolveInModes = (tree: TreeNode, known: TreeNode): TokensInModes => {
  const faults = collectFaults();
  checkTree(tree, known, faults);
  const whole = faults.attempt(() => extendGroups({ ...tree, ...known }, faults.attempt)) ?? {};
  const tokens = listTokens(whole, faults.attempt);
  const readerOf = (all: ReadonlyMap<string, TreeToken>) => {
    const resolve = createResolver(all);
    return (token: TreeToken): ResolvedToken => resolvedToken(token, resolve(token, []));
  };
  const isOwn = ({ path }: TreeToken): boolean => !Object.hasOwn(known, path[0] ?? '');
  const read = readerOf(new Map(tokens.map((token) => [keyOf(token.path), token])));
  const resolved = tokens
    .filter((token) => isOwn(token) && !faults.isInFaultyGroup(token.path))
    .flatMap((token) => faults.attempt(() => read(token)) ?? []);
  const paths = tokens.map(({ path }) => path);
  faults.throwIfAny(paths);
  const byPath = new Map(resolved.map((token) => [keyOf(token.path), token]));
  const modes = faults.attempt(() => resolveModes({ tokens, isOwn, resolved: byPath, readerOf }));
  faults.throwIfAny(paths);
  const notes = groupNotes(whole, tokens.filter(isOwn));
  const noted = resolved.map((token) => {
    const groups = notes.get(keyOf(token.path));
    return groups === undefined ? token : { ...token, groups };
  });
  return { resolved: noted, contexts: [], warnings: [], ...modes };
};

/** The tokens of a tree without a mode. @throws InvalidTokens with every fault, one for each token */
export const resolveTokens = (tree: TreeNode, known: TreeNode): readonly ResolvedToken[] =>
  resolveInModes(tree, known).resolved;
