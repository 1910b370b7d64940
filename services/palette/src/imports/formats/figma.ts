import { rgbOfHex } from '../../color/color.ts';
import { curlyPath, isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { fontWeight } from '../composite-value.ts';
import { hexOfFractions, createTokenBuilder, tokenName } from '../token-builder.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const nodes = (value: Json | undefined): TreeNode[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter(isNode);
  return isNode(value) ? Object.values(value).filter(isNode) : [];
};
const pathOf = (variable: TreeNode): string[] =>
  text(variable['name'])
    .split('/')
    .filter((part) => part !== '');

/** What a variable is for, by Figma's scopes. */
type FigmaUse = 'length' | 'weight' | 'opacity' | 'family';

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

/** The use that all of a variable's scopes agree on; undefined for one that is for everything. */
const useOf = ({ scopes }: TreeNode): readonly (FigmaUse | undefined)[] =>
  Array.isArray(scopes)
    ? (scopes as readonly Json[])
        .filter((scope) => scope !== 'ALL_SCOPES')
        .map((scope) => USES.get(text(scope)))
    : [];

/**
 * What variables are for, by their ids: those that are another one in some mode are for the same, as
 * primitives are often hidden and have no scopes.
 */
const figmaUses = (variables: readonly TreeNode[]): ReadonlyMap<string, FigmaUse> => {
  const joined = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next;
    return root;
  };
  for (const { id, valuesByMode } of variables)
    for (const value of isNode(valuesByMode) ? Object.values(valuesByMode) : []) {
      if (!isNode(value) || value['type'] !== 'VARIABLE_ALIAS') continue;
      const [one, other] = [rootOf(text(id)), rootOf(text(value['id']))];
      if (one !== other) joined.set(one, other);
    }
  const uses = new Map<string, Set<FigmaUse | undefined>>();
  for (const variable of variables) {
    const root = rootOf(text(variable['id']));
    uses.set(root, new Set([...(uses.get(root) ?? []), ...useOf(variable)]));
  }
  return new Map(
    variables.flatMap(({ id }) => {
      const [use, ...others] = uses.get(rootOf(text(id))) ?? [];
      return use === undefined || others.length > 0 ? [] : [[text(id), use] as const];
    }),
  );
};

const withOpacity = (hex: string, opacity: number): string => {
  if (opacity >= 1) return hex;
  const { r: red, g: green, b: blue } = rgbOfHex(hex);
  // Eight hex digits would round the opacity.
  return `rgb(${red} ${green} ${blue} / ${Math.max(0, opacity).toFixed(4)})`;
};

const colorOf = ({ r, g, b, a }: TreeNode): string | null => {
  if (typeof r !== 'number' || typeof g !== 'number' || typeof b !== 'number') return null;
  return withOpacity(hexOfFractions(r, g, b), typeof a === 'number' ? a : 1);
};

/** DTCG types by Figma's. */
const TYPES: Readonly<Record<string, string>> = {
  COLOR: 'color',
  FLOAT: 'number',
  STRING: 'fontFamily',
  EASING: 'cubicBezier',
  TIMING: 'duration',
};

/** DTCG types by what a variable is for. */
const TYPES_OF_USES: Readonly<Record<FigmaUse, string>> = {
  length: 'dimension',
  weight: 'fontWeight',
  opacity: 'number',
  family: 'fontFamily',
};

/** A number with the unit that its kind and use give it in Figma: seconds, pixels, percent. */
const withUnit = (value: Json | null, kind: string, use: FigmaUse | undefined): Json | null => {
  if (typeof value === 'string' && use === 'weight' && curlyPath(value) === null) return fontWeight(value);
  if (typeof value !== 'number') return value;
  if (kind === 'TIMING') return { value, unit: 's' };
  if (use === 'length') return { value, unit: 'px' };
  return use === 'opacity' ? Number((value / 100).toFixed(6)) : value;
};

/** The curves that Figma names, as its own handoff writes them; springs are none. */
const EASINGS: Readonly<Record<string, readonly number[]>> = {
  LINEAR: [0, 0, 1, 1],
  EASE_IN: [0.42, 0, 1, 1],
  EASE_OUT: [0, 0, 0.58, 1],
  EASE_IN_AND_OUT: [0.42, 0, 0.58, 1],
  EASE_IN_BACK: [0.3, -0.05, 0.7, -0.5],
  EASE_OUT_BACK: [0.45, 1.45, 0.8, 1],
  EASE_IN_AND_OUT_BACK: [0.7, -0.4, 0.4, 1.4],
};

const curveOf = ({ type, easingFunctionCubicBezier: curve }: TreeNode): Json | null => {
  if (!isNode(curve)) return EASINGS[text(type)] ?? null;
  const points = ['x1', 'y1', 'x2', 'y2'].map((name) => curve[name] ?? null);
  return points.every((point) => typeof point === 'number') ? points : null;
};

/** An opacity as a share: Figma gives percent, and its plugins shares. */
const percent = (opacity: number): number => (opacity > 1 ? opacity / 100 : opacity);

/** Chains of aliases are followed this far. */
const LONGEST_CHAIN = 32;

/**
 * Variables of Figma's REST API (`meta.variables`, `meta.variableCollections`), or the same lists at
 * the top. In a collection with several modes each token has a value for each of them, and that of
 * the collection's default mode without one; aliases stay references.
 */
export const figma: ImportFormat = {
  id: 'figma',
  title: 'Figma variables (JSON)',
  content: 'object',
  read: (content) => {
    const document = readObject(content);
    const meta = isNode(document['meta']) ? document['meta'] : document;
    const variables = nodes(meta['variables']);
    if (variables.length === 0) throw new ImportFault('must have variables');
    const byId = new Map(variables.map((variable) => [text(variable['id']), variable]));
    const collections = new Map(
      nodes(meta['variableCollections'] ?? meta['collections']).map((item) => [text(item['id']), item]),
    );
    const builder = createTokenBuilder();
    const uses = figmaUses(variables);

    /** The value without a mode, and those of the collection's modes if it has several. */
    const modesOf = (variable: TreeNode): { id: string; mode?: string }[] => {
      const collection = collections.get(text(variable['variableCollectionId']));
      const modes = nodes(collection?.['modes']).map((mode) => ({
        id: text(mode['modeId']),
        mode: text(mode['name']),
      }));
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const known = [
        text(collection?.['defaultModeId']),
        ...modes.map(({ id }) => id),
        ...Object.keys(values),
      ];
      const id = known.find((candidate) => values[candidate] !== undefined);
      const base = id === undefined ? [] : [{ id }];
      return modes.length > 1 ? [...base, ...modes.filter((mode) => values[mode.id] !== undefined)] : base;
    };
    const referenceTo = (id: string): string | null => {
      const target = byId.get(id);
      return target ? `{${pathOf(target).map(tokenName).join('.')}}` : null;
    };
    /** A variable's value in a mode: by its id, by its name in another collection, or by default. */
    const settled = (id: string, mode: { id: string; mode?: string }, depth = 0): Json | undefined => {
      const variable = byId.get(id);
      const values = isNode(variable?.['valuesByMode']) ? variable['valuesByMode'] : {};
      const own = variable === undefined ? [] : modesOf(variable);
      const chosen = [mode.id, own.find((item) => item.mode === mode.mode)?.id, own[0]?.id].find(
        (candidate) => candidate !== undefined && values[candidate] !== undefined,
      );
      const value = chosen === undefined ? undefined : values[chosen];
      return isNode(value) && value['type'] === 'VARIABLE_ALIAS' && depth < LONGEST_CHAIN
        ? settled(text(value['id']), mode, depth + 1)
        : value;
    };
    /** A colour with an opacity of its own (September 2026): DTCG has no such reference, so it is calculated. */
    const composed = (value: TreeNode, mode: { id: string; mode?: string }, depth = 0): string | null => {
      const follow = (member: Json | undefined): Json | undefined =>
        isNode(member) && member['type'] === 'VARIABLE_ALIAS' ? settled(text(member['id']), mode) : member;
      const [color, opacity] = [follow(value['color']), follow(value['opacity'])];
      if (!isNode(color) || typeof opacity !== 'number' || depth > LONGEST_CHAIN) return null;
      // The outer opacity counts.
      if (color['color'] !== undefined) return composed({ color: color['color'], opacity }, mode, depth + 1);
      return colorOf({ ...color, a: percent(opacity) });
    };
    /** The modes of a variable, and those in which what its colour is composed of changes. */
    const allModesOf = (variable: TreeNode, seen = new Set<TreeNode>()): { id: string; mode?: string }[] => {
      const own = modesOf(variable);
      seen.add(variable);
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const targets = Object.values(values).flatMap((value) =>
        isNode(value) && value['opacity'] !== undefined ? [value['color'], value['opacity']] : [],
      );
      const further = targets.flatMap((target) => {
        const found = isNode(target) ? byId.get(text(target['id'])) : undefined;
        if (found === undefined || seen.has(found)) return [];
        return allModesOf(found, seen).filter(({ mode }) => mode !== undefined);
      });
      const fresh = further.filter(
        ({ mode }, place) =>
          !own.some((item) => item.mode === mode) &&
          further.findIndex((item) => item.mode === mode) === place,
      );
      return [...own, ...fresh];
    };
    const valueOf = (value: Json | undefined, mode: { id: string; mode?: string }): Json | null => {
      if (!isNode(value)) return value ?? null;
      if (value['type'] === 'VARIABLE_ALIAS') return referenceTo(text(value['id']));
      if (value['color'] !== undefined && value['opacity'] !== undefined) return composed(value, mode);
      return typeof value['type'] === 'string' ? curveOf(value) : colorOf(value);
    };

    for (const variable of variables) {
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const kind = text(variable['resolvedType'] ?? variable['type']);
      const [plain] = modesOf(variable);
      for (const item of allModesOf(variable)) {
        const { id, mode } = item;
        const place = pathOf(variable);
        const own = values[id] ?? (plain === undefined ? undefined : values[plain.id]);
        const given = valueOf(own, item);
        const use = kind === 'FLOAT' || kind === 'STRING' ? uses.get(text(variable['id'])) : undefined;
        const value = withUnit(given, kind, use);
        if (value !== null && isNode(own) && own['opacity'] !== undefined)
          builder.say(
            `${place.join('.')}${mode === undefined ? '' : ` in ${mode}`}: its colour and opacity were calculated: ${text(value)}.`,
          );
        if (value === null || kind === 'BOOLEAN' || (kind === 'STRING' && typeof value !== 'string')) {
          builder.say(`${place.join('.')} (${kind}) has no place among design tokens and was left out.`);
          continue;
        }
        if (
          kind === 'STRING' &&
          use === undefined &&
          curlyPath(value) === null &&
          !/font/i.test(place.join('.'))
        ) {
          builder.say(`${place.join('.')} is a text and was left out.`);
          continue;
        }
        const type = (use === undefined ? undefined : TYPES_OF_USES[use]) ?? TYPES[kind];
        const note = text(variable['description']);
        builder.add(
          place,
          {
            ...(type === undefined ? {} : { $type: type }),
            $value: value,
            ...(note === '' ? {} : { $description: note }),
          },
          mode,
        );
      }
    }
    return builder.build();
  },
};
