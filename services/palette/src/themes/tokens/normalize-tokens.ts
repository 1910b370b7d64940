import type { Json } from '../theme.ts';
import { modeValuesOf, withModeValues } from './resolve-modes.ts';
import { curlyPath, MAX_DEPTH, isNode, isToken } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';
import { normalizeValue } from './infer-value.ts';

/** A tree in DTCG 2025.10 notation, and what was changed to get there. */
export interface NormalizedTokens {
  readonly tree: TreeNode;
  /** One sentence for each changed token. */
  readonly warnings: readonly string[];
}

const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/** A value that was read, as people write it: `#00aa55`, `4px`; JSON for what has no short form. */
const inShort = (value: Json): string => {
  if (!isNode(value)) return shown(value);
  const { hex, alpha, value: number, unit } = value;
  if (typeof hex === 'string' && alpha === undefined) return hex;
  return typeof number === 'number' && typeof unit === 'string' ? `${number}${unit}` : shown(value);
};

/**
 * Rewrites tokens as people first write them to DTCG 2025.10: a string or number at a leaf becomes
 * a token, and CSS notation (`#ff0000`, `4px`, `200ms`) becomes a typed value. What it does not
 * recognise stays as it is, for the validation to refuse.
 */
export const normalizeTokens = (root: TreeNode): NormalizedTokens => {
  const warnings: string[] = [];

  const normalizeModes = (node: TreeNode, path: readonly string[], type: string | null): TreeNode => {
    const values = [...modeValuesOf(node)].map(([mode, given]) => {
      const found = normalizeValue(given, type, path);
      if (found === null || JSON.stringify(found.value) === JSON.stringify(given))
        return [mode, given] as const;
      warnings.push(
        `${path.join('.')} in ${mode}: ${shown(given)} was read as the ${found.type} ${inShort(found.value)}.`,
      );
      return [mode, found.value] as const;
    });
    return withModeValues(node, new Map(values));
  };

  const normalizeToken = (node: TreeNode, path: readonly string[], inherited: string | null): TreeNode => {
    const own = typeof node['$type'] === 'string' ? node['$type'] : null;
    const given = node['$value'] ?? null;
    const found = normalizeValue(given, own ?? inherited, path);
    const inModes = normalizeModes(node, path, own ?? inherited ?? found?.type ?? null);
    if (found === null) return inModes;
    const isTyped = own !== null || inherited !== null;
    if (isTyped && JSON.stringify(found.value) === JSON.stringify(given)) return inModes;
    warnings.push(
      `${path.join('.')}: ${shown(given)} was read as the ${found.type} ${inShort(found.value)}.`,
    );
    return isTyped
      ? { ...inModes, $value: found.value }
      : { ...inModes, $type: found.type, $value: found.value };
  };

  const normalizeLeaf = (value: string | number, path: readonly string[], inherited: string | null): Json => {
    if (typeof value === 'string' && curlyPath(value) !== null) {
      warnings.push(`${path.join('.')}: ${shown(value)} was read as a token that refers to it.`);
      return { $value: value };
    }
    const found = normalizeValue(value, inherited, path);
    if (found === null) return value;
    warnings.push(
      `${path.join('.')}: ${shown(value)} was read as the ${found.type} ${inShort(found.value)}.`,
    );
    return inherited === null ? { $type: found.type, $value: found.value } : { $value: found.value };
  };

  const normalizeGroup = (group: TreeNode, path: readonly string[], inherited: string | null): TreeNode => {
    const type = typeof group['$type'] === 'string' ? group['$type'] : inherited;
    // Too deep for the validation, which says so.
    if (path.length > MAX_DEPTH) return group;
    return Object.fromEntries(
      Object.entries(group).map(([name, child]) => {
        const place = [...path, name];
        if (name.startsWith('$') && name !== '$root') return [name, child];
        if (typeof child === 'string' || typeof child === 'number')
          return [name, normalizeLeaf(child, place, type)];
        if (!isNode(child)) return [name, child];
        return [
          name,
          isToken(child) ? normalizeToken(child, place, type) : normalizeGroup(child, place, type),
        ];
      }),
    );
  };

  const tree = normalizeGroup(root, [], null);
  return { tree, warnings };
};
