import type { Json, ResolvedToken } from '../theme.ts';
import { tokenFault, treeFault } from './dtcg-schemas.ts';
import { withHex } from './dtcg-color.ts';
import { extendGroups } from './extend-groups.ts';
import { curlyPath, pointerPath } from './references.ts';
import { fault } from './token-fault.ts';
import { isNode, listTokens } from './token-tree.ts';
import type { TreeNode, TreeToken } from './token-tree.ts';

interface Resolution {
  readonly type: string;
  readonly value: Json;
}

const CHAIN_LIMIT = 32;
const keyOf = (path: readonly string[]): string => path.join('.');

/** Walks into a value along the rest of a JSON Pointer. */
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

/** Follows references from token to token, remembering what is found. */
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

  /** A value without references in it, and the type that a reference brings along. */
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
      // A composite value may have a colour in it.
      return { value: withHex(Object.fromEntries(entries)), type: null };
    }
    if (Array.isArray(value))
      return { value: (value as readonly Json[]).map((item) => follow(item, at, open).value), type: null };
    return { value, type: null };
  };

  const resolve = (token: TreeToken, open: readonly string[]): Resolution => {
    const key = keyOf(token.path);
    const known = done.get(key);
    if (known !== undefined) return known;
    if (open.includes(key))
      fault(token.path, `is part of a circle: ${[...open.slice(open.indexOf(key)), key].join(' → ')}`);
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
    // Here the type is known even where it was inherited, which the schema of a whole tree can't see.
    const objection = tokenFault({ $type: type, $value: value });
    if (objection !== null) fault(path, objection);
    const resolution = { type, value };
    done.set(key, resolution);
    return resolution;
  };
  return resolve;
};

/**
 * Checks a DTCG 2025.10 tree and resolves its references. `known` is a tree of tokens that it may refer to as well.
 * @returns the tokens of `tree` in its order, without those of `known`
 * @throws TokenFault with the path of the first fault
 */
export const resolveTokens = (tree: TreeNode, known: TreeNode): ResolvedToken[] => {
  for (const name of Object.keys(known))
    if (Object.hasOwn(tree, name)) fault([name], 'is a reserved name; refer to it, but do not define it');
  // Checked before anything recurses further, and before the schema, whose words are not as clear.
  const written = listTokens(tree);
  for (const { path, node } of written) {
    const objection = tokenFault(node);
    if (objection !== null) fault(path, objection);
  }
  const objection = treeFault(tree);
  if (objection !== null) fault([], objection);

  const whole = extendGroups({ ...known, ...tree });
  const tokens = listTokens(whole);
  const resolve = createResolver(new Map(tokens.map((token) => [keyOf(token.path), token])));
  return tokens
    .filter(({ path }) => !Object.hasOwn(known, path[0] ?? ''))
    .map((token) => {
      const { type, value } = resolve(token, []);
      const description = token.node['$description'];
      return {
        path: token.path,
        type,
        value,
        description: typeof description === 'string' ? description : null,
      };
    });
};
