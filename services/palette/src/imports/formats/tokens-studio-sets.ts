import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { childrenOf, deprecationOf } from './style-dictionary.ts';
import type { SourceToken } from './tokens-studio-math.ts';

const valueOf = (node: TreeNode): Json | undefined => node['$value'] ?? node['value'];

export const list = (group: TreeNode, path: readonly string[] = [], inherited?: Json): SourceToken[] =>
  Object.entries(group).flatMap(([name, child]) => {
    if (name.startsWith('$') || !isNode(child)) return [];
    const value = valueOf(child);
    if (value === undefined) return list(child, [...path, name], child['$type'] ?? inherited);
    const type = child['$type'] ?? child['type'] ?? inherited;
    const description = child['$description'] ?? child['description'];
    const { $extensions: extensions } = child;
    const { $deprecated: deprecated } = deprecationOf(child);
    return [
      { path: [...path, name], value, type, description, extensions, deprecated },
      ...list(childrenOf(child), [...path, name], type),
    ];
  });

/** A theme of `$themes`. */
export interface StudioTheme {
  readonly name: string;
  /** The group it belongs to: `Mode`, `Brand`. Themes of different groups apply at the same time. */
  readonly group: string;
  /** The names of the sets that it enables. */
  readonly enabled: ReadonlySet<string>;
}

export const themesOf = (root: TreeNode): StudioTheme[] => {
  const themes = Array.isArray(root['$themes']) ? (root['$themes'] as readonly Json[]).filter(isNode) : [];
  return themes.map(({ name, group, selectedTokenSets }, place) => {
    const sets = isNode(selectedTokenSets)
      ? Object.entries(selectedTokenSets).filter(([, state]) => state !== 'disabled')
      : Object.entries(root);
    return {
      name: typeof name === 'string' && name !== '' ? name : `theme-${place + 1}`,
      group: typeof group === 'string' ? group : '',
      enabled: new Set(sets.map(([set]) => set)),
    };
  });
};

/** The sets in their order. @param enabled their names; all by default */
export const setsOf = (root: TreeNode, enabled?: ReadonlySet<string>): TreeNode[] => {
  const order = isNode(root['$metadata']) ? root['$metadata']['tokenSetOrder'] : undefined;
  const names = Array.isArray(order)
    ? (order as readonly Json[]).filter((name): name is string => typeof name === 'string')
    : Object.keys(root).filter((name) => !name.startsWith('$'));
  return names
    .filter((name) => enabled === undefined || enabled.has(name))
    .map((name) => root[name])
    .filter((set) => isNode(set));
};
