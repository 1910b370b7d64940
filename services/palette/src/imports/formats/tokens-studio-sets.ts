import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import type { TokenBuilder } from '../token-builder.ts';

export interface SourceToken {
  readonly path: readonly string[];
  readonly value: Json;
  readonly type: Json | undefined;
  readonly description: Json | undefined;
  readonly extensions: Json | undefined;
}

const valueOf = (node: TreeNode): Json | undefined => node['$value'] ?? node['value'];

export const list = (group: TreeNode, path: readonly string[] = [], inherited?: Json): SourceToken[] =>
  Object.entries(group).flatMap(([name, child]) => {
    if (name.startsWith('$') || !isNode(child)) return [];
    const value = valueOf(child);
    if (value === undefined) return list(child, [...path, name], child['$type'] ?? inherited);
    const type = child['$type'] ?? child['type'] ?? inherited;
    const description = child['$description'] ?? child['description'];
    return [{ path: [...path, name], value, type, description, extensions: child['$extensions'] }];
  });

/** The sets in their order, without those that no theme enables. */
export const setsOf = (root: TreeNode, builder: TokenBuilder): TreeNode[] => {
  const order = isNode(root['$metadata']) ? root['$metadata']['tokenSetOrder'] : undefined;
  const names = Array.isArray(order)
    ? (order as readonly Json[]).filter((name): name is string => typeof name === 'string')
    : Object.keys(root).filter((name) => !name.startsWith('$'));
  const themes = Array.isArray(root['$themes']) ? (root['$themes'] as readonly Json[]).filter(isNode) : [];
  const [theme] = themes;
  const selected = theme && isNode(theme['selectedTokenSets']) ? theme['selectedTokenSets'] : null;
  if (themes.length > 1 && typeof theme?.['name'] === 'string')
    builder.say(`Of ${themes.length} themes the first, ${theme['name']}, was imported.`);
  return names
    .filter((name) => selected === null || (selected[name] ?? 'disabled') !== 'disabled')
    .map((name) => root[name])
    .filter((set) => isNode(set));
};
