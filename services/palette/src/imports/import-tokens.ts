import { invalid } from '@platform/errors';

import { InvalidTokens } from '../themes/tokens/invalid-tokens.ts';
import { normalizeTokens } from '../themes/tokens/normalize-tokens.ts';
import { longPaths } from '../themes/tokens/path-length.ts';
import { resolveTokens } from '../themes/tokens/resolve-tokens.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { ImportFault } from './import-format.ts';
import type { ImportBody } from './imports-schema.ts';
import { IMPORT_FORMATS } from './registry.ts';
import { renameReserved } from './rename-reserved.ts';

/** The result of an import, in DTCG 2025.10. */
export interface TokenImport {
  readonly format: string;
  readonly tokens: TreeNode;
  readonly count: number;
  readonly changes: readonly string[];
  /** What a theme would refuse: references to nowhere, values without a type. */
  readonly unresolved: readonly { readonly field: string; readonly message: string }[];
}

/** Each message repeats the path of its token. @throws ImportFault */
const refuseLongPaths = (tokens: TreeNode): void => {
  const [first] = longPaths(tokens);
  if (first === undefined) return;
  const path = first.path.join('.').slice(0, 60).toWellFormed();
  throw new ImportFault(`has names that are too long: ${path}… ${first.message}`);
};

/** Imports tokens from a file. Saves nothing. @throws 400 if the content is not of the format */
export const importTokens = ({ format: id, content }: ImportBody): TokenImport => {
  const format = IMPORT_FORMATS.get(id);
  if (!format) throw new Error(`The schema let the unknown format ${id} pass.`);
  try {
    const { tokens, changes } = format.read(content);
    refuseLongPaths(tokens);
    const renamed = renameReserved(tokens);
    const { tree, warnings } = normalizeTokens(renamed.tree);
    const all = [...changes, ...renamed.changes, ...warnings];
    try {
      const { length: count } = resolveTokens(tree, {});
      return { format: id, tokens: tree, count, changes: all, unresolved: [] };
    } catch (error) {
      if (!(error instanceof InvalidTokens)) throw error;
      const unresolved = error.faults.map(({ path, message }) => ({ field: path.join('.'), message }));
      return { format: id, tokens: tree, count: countTokens(tree), changes: all, unresolved };
    }
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    throw invalid([{ field: 'content', message: `content ${error.message}` }]);
  }
};

const countTokens = (tree: TreeNode): number => JSON.stringify(tree).split('"$value":').length - 1;
