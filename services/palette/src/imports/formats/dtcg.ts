import { pointerPath, isNode, isToken, MAX_DEPTH, nodeAt } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { createTokenLimit } from '../token-builder.ts';
import { isResolver, readResolver } from './dtcg-resolver.ts';
import { readDtcgValue, withEncodedPointer } from './dtcg-value.ts';
import { childrenOf, deprecationOf } from './style-dictionary.ts';

/** DTCG 2025.10, §8 and §9. */
const TYPES = new Set([
  'border',
  'color',
  'cubicBezier',
  'dimension',
  'duration',
  'fontFamily',
  'fontWeight',
  'gradient',
  'number',
  'shadow',
  'strokeStyle',
  'transition',
  'typography',
]);

interface Reading {
  readonly say: (change: string) => void;
  /** @throws ImportFault for one token too many */
  readonly count: () => void;
  /** The root of pointers. */
  readonly root: TreeNode;
}

/** A group that refers to another by `$ref`, which means what `$extends` does; null for others. */
const asExtending = (node: TreeNode, root: TreeNode): TreeNode | null => {
  const { $ref: pointer, ...own } = node;
  const path = node['$value'] === undefined ? pointerPath(pointer) : null;
  const target = path === null ? undefined : nodeAt(root, path);
  if (path === null || target === undefined || isToken(target) || path.includes('$value')) return null;
  return { $extends: `{${path.join('.')}}`, ...own };
};

/** A token without what the format doesn't know; null if its type is such a thing. */
const readToken = (token: TreeNode, path: readonly string[], reading: Reading): TreeNode | null => {
  const { say } = reading;
  const place = path.join('.');
  const type = token['$type'];
  if (typeof type === 'string' && !TYPES.has(type)) {
    say(`${place} has the type ${type}, which the format lacks, and was left out.`);
    return null;
  }
  const below = childrenOf(token);
  if (Object.keys(below).length > 0) {
    const own = Object.fromEntries(Object.entries(token).filter(([name]) => !Object.hasOwn(below, name)));
    const root = readToken(own, path, reading);
    say(`${place} is a token and a group; the token is now ${place}.$root.`);
    return { ...(root === null ? {} : { $root: root }), ...readGroup(below, path, reading) };
  }
  const strange = Object.keys(token).filter((name) => !name.startsWith('$') && name !== 'deprecated');
  for (const name of strange) say(`${place}: ${name} is not part of a token and was left out.`);
  const known = {
    ...Object.fromEntries(Object.entries(token).filter(([name]) => name.startsWith('$'))),
    ...deprecationOf(token),
  };
  if (token['$value'] === undefined) return withEncodedPointer(known) ?? known;
  const { value, isChanged } = readDtcgValue(token['$value']);
  if (isChanged) say(`${place}: ${JSON.stringify(token['$value'])} was read as ${JSON.stringify(value)}.`);
  return { ...known, $value: value };
};

const readGroup = (group: TreeNode, path: readonly string[], reading: Reading): TreeNode => {
  // Too deep for the validation, which says so.
  if (path.length > MAX_DEPTH) return group;
  return Object.fromEntries(
    Object.entries(group).flatMap(([name, child]) => {
      reading.count();
      if (!isNode(child) || (name.startsWith('$') && name !== '$root')) return [[name, child]];
      const place = [...path, name];
      const extending = asExtending(child, reading.root);
      if (extending !== null) return [[name, readGroup(extending, place, reading)]];
      const read = isToken(child) ? readToken(child, place, reading) : readGroup(child, place, reading);
      return read === null ? [] : [[name, read]];
    }),
  );
};

/**
 * DTCG 2025.10, and older drafts with hex strings and `4px`, which themes accept as they are. What
 * common tools add to the format is read as it was meant, or left out. Resolver documents are read
 * with their contexts as modes.
 */
export const dtcg: ImportFormat = {
  id: 'dtcg',
  title: 'Design Tokens (DTCG)',
  content: 'object',
  read: (content) => {
    const changes: string[] = [];
    const say = (change: string): void => {
      changes.push(change);
    };
    const root = readObject(content);
    const count = createTokenLimit();
    const readTree = (tree: TreeNode): TreeNode => readGroup(tree, [], { say, count, root: tree });
    return { tokens: isResolver(root) ? readResolver(root, { say, readTree }) : readTree(root), changes };
  },
};
