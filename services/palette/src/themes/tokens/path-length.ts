import { TokenFault, fault } from './collect-faults.ts';
import { MAX_DEPTH, isNode, isToken } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';

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
