import type { Json } from '../../themes/theme.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';

/** What a variable is for, by Figma's scopes. */
export type FigmaUse = 'length' | 'weight' | 'opacity' | 'family';

const USES: ReadonlyMap<string, FigmaUse> = new Map([
  ...[
    'WIDTH_HEIGHT',
    'GAP',
    'CORNER_RADIUS',
    'STROKE_FLOAT',
    'EFFECT_FLOAT',
    'FONT_SIZE',
    'LINE_HEIGHT',
    'LETTER_SPACING',
    'PARAGRAPH_SPACING',
    'PARAGRAPH_INDENT',
  ].map((scope): [string, FigmaUse] => [scope, 'length']),
  ['FONT_WEIGHT', 'weight'],
  ['FONT_STYLE', 'weight'],
  ['OPACITY', 'opacity'],
  ['FONT_FAMILY', 'family'],
]);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The use that all of a variable's scopes agree on; undefined for one that is for everything. */
const useOf = ({ scopes }: TreeNode): readonly (FigmaUse | undefined)[] =>
  Array.isArray(scopes)
    ? (scopes as readonly Json[])
        .filter((scope) => scope !== 'ALL_SCOPES')
        .map((scope) => USES.get(textOf(scope)))
    : [];

/**
 * What variables are for, by their ids: those that are another one in some mode are for the same, as
 * primitives are often hidden and have no scopes.
 */
export const figmaUses = (variables: readonly TreeNode[]): ReadonlyMap<string, FigmaUse> => {
  const joined = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next;
    return root;
  };
  for (const { id, valuesByMode } of variables)
    for (const value of isNode(valuesByMode) ? Object.values(valuesByMode) : []) {
      if (!isNode(value) || value['type'] !== 'VARIABLE_ALIAS') continue;
      const [one, other] = [rootOf(textOf(id)), rootOf(textOf(value['id']))];
      if (one !== other) joined.set(one, other);
    }
  const uses = new Map<string, Set<FigmaUse | undefined>>();
  for (const variable of variables) {
    const root = rootOf(textOf(variable['id']));
    uses.set(root, new Set([...(uses.get(root) ?? []), ...useOf(variable)]));
  }
  return new Map(
    variables.flatMap(({ id }) => {
      const [use, ...others] = uses.get(rootOf(textOf(id))) ?? [];
      return use === undefined || others.length > 0 ? [] : [[textOf(id), use] as const];
    }),
  );
};
