import type { Json } from '../theme.ts';
import { fault, TokenFault } from './collect-faults.ts';
import {
  checkPathLength,
  circleText,
  curlyPath,
  pointerPath,
  isNode,
  isToken,
  MAX_DEPTH,
  nodeAt,
} from './token-tree.ts';
import type { FaultCollector } from './collect-faults.ts';
import type { TreeNode } from './token-tree.ts';

/** Merges two groups. If either has a token under a name, the upper one replaces the lower. */
const overlay = (lower: TreeNode, upper: TreeNode): TreeNode => {
  const joined: Record<string, Json> = { ...lower };
  for (const [name, value] of Object.entries(upper)) {
    const below = joined[name];
    joined[name] =
      isNode(value) && isNode(below) && !isToken(value) && !isToken(below) && !name.startsWith('$')
        ? overlay(below, value)
        : value;
  }
  return joined;
};

/**
 * Most groups and tokens in a tree. Each `$extends` can double it, so a short text could exhaust
 * the memory.
 */
export const MOST_NODES = 20_000;

const tooMany = (path: readonly string[]): TokenFault =>
  new TokenFault(path, `makes a tree of more than ${MOST_NODES} tokens and groups`);

/** The fault of a tree that is too large as it is written; null for others. Takes no longer than a look. */
export const sizeFault = (root: TreeNode): TokenFault | null => {
  let nodes = 0;
  const count = (group: TreeNode, depth: number): boolean => {
    for (const [name, child] of Object.entries(group)) {
      if (name.startsWith('$') && name !== '$root') continue;
      nodes += 1;
      if (nodes > MOST_NODES) return false;
      // Too deep for the validation, which says so.
      if (depth < MAX_DEPTH && isNode(child) && !isToken(child) && !count(child, depth + 1)) return false;
    }
    return true;
  };
  return count(root, 0) ? null : tooMany([]);
};

/**
 * Expands every `$extends`.
 * @param attempt runs the expansion of one, and may go on after a `TokenFault` for unknown groups and
 *   cycles
 * @throws TokenFault for trees that grow too large
 */
export const extendGroups = (root: TreeNode, attempt: FaultCollector['attempt']): TreeNode => {
  let nodes = 0;
  let tooLarge: TokenFault | null = null;
  /** Always the same fault: on the way out it is met again and again. */
  const count = (path: readonly string[]): void => {
    nodes += 1;
    if (nodes <= MOST_NODES) return;
    tooLarge ??= tooMany(path);
    throw tooLarge;
  };
  // `open` lists the groups being extended: meeting one again is a cycle.
  const extend = (node: TreeNode, path: readonly string[], open: readonly string[]): TreeNode => {
    if (open.length > MAX_DEPTH) fault(path, `is nested deeper than ${MAX_DEPTH} levels`);
    const here = path.join('.');
    if (open.includes(here)) fault(path, `extends itself: ${circleText(open.slice(open.indexOf(here)))}`);
    const { $extends: reference, ...own } = node;
    const children: Record<string, Json> = {};
    for (const [name, child] of Object.entries(own)) {
      count(path);
      checkPathLength([...path, name]);
      children[name] =
        isNode(child) && !isToken(child) && !name.startsWith('$')
          ? extend(child, [...path, name], open)
          : child;
    }
    if (reference === undefined) return children;
    const base = attempt(() => {
      const target =
        curlyPath(reference) ??
        pointerPath(reference) ??
        fault([...path, '$extends'], 'must be a reference to a group');
      const found = nodeAt(root, target);
      if (found === undefined || isToken(found))
        return fault([...path, '$extends'], `refers to ${target.join('.')}, which is not a group`);
      return extend(found, target, [...open, here]);
    });
    return base === undefined ? children : overlay(base, children);
  };
  return extend(root, [], []);
};
