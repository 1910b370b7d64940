import type { Json, ResolvedToken } from '../theme.ts';
import { collectFaults } from './collect-faults.ts';
import { extendGroups } from './extend-groups.ts';
import { curlyPath, pointerPath } from './references.ts';
import { isNode, knownPath, listTokens } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';
import { createResolver, keyOf } from './create-resolver.ts';
import { checkTree } from './check-tree.ts';

/** The path of a token in a JSON Pointer to it or its value; null for a pointer to a part of it. */
const wholeTokenPath = (pointer: Json | undefined): readonly string[] | null => {
  const parts = pointerPath(pointer);
  const end = parts?.indexOf('$value') ?? -1;
  return parts === null || end === -1 ? parts : end === parts.length - 1 ? parts.slice(0, end) : null;
};

const hasReference = (value: Json | undefined): value is Json =>
  curlyPath(value) !== null ||
  (typeof value === 'object' && value !== null && Object.values(value).some((item) => hasReference(item)));

/** A value whose references name a group's own token by the group. */
const withKnownPaths = (value: Json): Json => {
  const path = curlyPath(value);
  if (path !== null) return `{${knownPath(path).join('.')}}`;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withKnownPaths);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withKnownPaths(item)]));
};

/**
 * Checks a DTCG 2025.10 tree and resolves its references, which may also point into `known`.
 * @returns the tokens of `tree` in order, without those of `known`
 * @throws InvalidTokens with every fault, one for each token
 */
export const resolveTokens = (tree: TreeNode, known: TreeNode): ResolvedToken[] => {
  const faults = collectFaults();
  checkTree(tree, known, faults);
  const whole = faults.attempt(() => extendGroups({ ...tree, ...known }, faults.attempt)) ?? {};
  const tokens = listTokens(whole, faults.attempt);
  const resolve = createResolver(new Map(tokens.map((token) => [keyOf(token.path), token])));
  const resolved = tokens
    .filter(({ path }) => !Object.hasOwn(known, path[0] ?? '') && !faults.isInFaultyGroup(path))
    .flatMap((token) => {
      const found = faults.attempt(() => resolve(token, []));
      if (found === undefined) return [];
      const { $description: description, $value: written, $ref: pointer } = token.node;
      const { deprecated } = token;
      const alias = curlyPath(written) ?? wholeTokenPath(pointer);
      return [
        {
          path: token.path,
          type: found.type,
          value: found.value,
          description: typeof description === 'string' ? description : null,
          ...(alias === null ? {} : { alias: knownPath(alias) }),
          ...(alias === null && hasReference(written) ? { written: withKnownPaths(written) } : {}),
          ...(deprecated === false ? {} : { deprecated: deprecated === '' ? true : deprecated }),
        },
      ];
    });
  faults.throwIfAny(tokens.map(({ path }) => path));
  return resolved;
};
