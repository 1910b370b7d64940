import { circleText } from '../circle.ts';
import type { Json } from '../theme.ts';
import { tokenFault } from './dtcg-schemas.ts';
import { hexContradicts, withHex } from './dtcg-color.ts';
import { curlyPath, pointerPath } from './references.ts';
import { fault } from './token-fault.ts';
import { isNode } from './token-tree.ts';
import type { TreeToken } from './token-tree.ts';

interface Resolution {
  readonly type: string;
  readonly value: Json;
}

const CHAIN_LIMIT = 32;

export const keyOf = (path: readonly string[]): string => path.join('.');

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
export const createResolver = (tokens: ReadonlyMap<string, TreeToken>) => {
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
    if (Array.isArray(value))
      return { value: (value as readonly Json[]).map((item) => follow(item, at, open).value), type: null };
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
