import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import { modeName } from '../../themes/tokens/resolve-modes.ts';
import { tokenFault } from '../../themes/tokens/dtcg-schemas.ts';
import { withoutNoise } from '../css-math.ts';
import { compositeIn } from '../css-values.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';
import type { TokenBuilder } from '../token-builder.ts';
import { fontWeight, isSlanted, readComposite } from '../composite-value.ts';
import { dtcgType, childrenOf, deprecationOf } from './style-dictionary.ts';
import { createCalculator, isCalculation } from './tokens-studio-math.ts';
import type { Calculator, SourceToken } from './tokens-studio-math.ts';
import { calculateMembers, colorWithOpacity, readModifiedColor } from './tokens-studio-colors.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';

const valueOf = (node: TreeNode): Json | undefined => node['$value'] ?? node['value'];

const list = (group: TreeNode, path: readonly string[] = [], inherited?: Json): SourceToken[] =>
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
interface StudioTheme {
  readonly name: string;
  /** The group it belongs to: `Mode`, `Brand`. Themes of different groups apply at the same time. */
  readonly group: string;
  /** The names of the sets that it enables. */
  readonly enabled: ReadonlySet<string>;
}

const themesOf = (root: TreeNode): StudioTheme[] => {
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
const setsOf = (root: TreeNode, enabled?: ReadonlySet<string>): TreeNode[] => {
  const order = isNode(root['$metadata']) ? root['$metadata']['tokenSetOrder'] : undefined;
  const names = Array.isArray(order)
    ? (order as readonly Json[]).filter((name): name is string => typeof name === 'string')
    : Object.keys(root).filter((name) => !name.startsWith('$'));
  return names
    .filter((name) => enabled === undefined || enabled.has(name))
    .map((name) => root[name])
    .filter((set) => isNode(set));
};

/** `150%` as a number of times. */
const percentIn = (value: string | number): number | undefined =>
  typeof value === 'string' && /^[\d.]+%$/.test(value.trim())
    ? Number((Number.parseFloat(value) / 100).toFixed(6))
    : undefined;

/** The size that a reference is with a sign or a unit beside it: `-{space}`, `{base}px`. */
const joined = (value: string, { valueOf: settled }: Calculator): string | null => {
  if (!/^-?\{[^{}]+\}(?:px|rem|em|%|ms|s)?$/.test(value) || /^\{[^{}]+\}$/.test(value)) return null;
  const text = settled(value).replace(/^--/, '');
  return /^-?[\d.]+(?:px|rem|em|%|ms|s)?$/.test(text) ? text : null;
};

/** A value as its DTCG type writes it, where Tokens Studio has another notation. */
const inNotation = (value: string | number, type: string | undefined): string | number => {
  // A number of pixels needs no unit in Tokens Studio.
  if (type === 'dimension' && typeof value === 'string' && /^-?[\d.]+$/.test(value)) return `${value}px`;
  if (type === 'number') return percentIn(value) ?? value;
  if (type !== 'fontWeight') return value;
  const weight = fontWeight(value);
  const isKnown = tokenFault({ $type: type, $value: weight }) === null;
  return isKnown && (typeof weight === 'string' || typeof weight === 'number') ? weight : value;
};

/** Sizes by the types that only Tokens Studio has. */
const SIZES = /^(?:letterSpacing|paragraphSpacing|paragraphIndent)s?$/;
const LINE_HEIGHT = /^lineHeights?$/;

/** Above it, a line height without a unit counts pixels, as Figma takes it, and not times the font size. */
const HIGHEST_RATIO = 4;

const typeOf = ({ type, value }: SourceToken, computed: string | null): string | undefined => {
  if (typeof type !== 'string') return undefined;
  if (SIZES.test(type)) return 'dimension';
  if (!LINE_HEIGHT.test(type)) return dtcgType(type);
  const text = computed ?? (typeof value === 'number' ? `${value}` : typeof value === 'string' ? value : '');
  return percentIn(text) !== undefined ? 'number' : Number(text) > HIGHEST_RATIO ? 'dimension' : undefined;
};

const SIZE = /^(-?[\d.]+)(px|rem|em|%)?$/;

/**
 * A text style whose spacing and line height are what they are at its font size, also where it refers to
 * tokens that DTCG has no place for, such as `-2%` and `AUTO`.
 */
const atItsSize = (style: TreeNode, { valueOf: settled }: Calculator): TreeNode => {
  const measure = (name: string): readonly [amount: number, unit: string] | undefined => {
    const given = style[name];
    const text = typeof given === 'string' || typeof given === 'number' ? settled(`${given}`).trim() : '';
    const [, amount, unit = ''] = SIZE.exec(text) ?? [];
    return amount === undefined ? undefined : [Number(amount), unit];
  };
  const [size = 0, sizeUnit = ''] = measure('fontSize') ?? [];
  const [spacing = 0, spacingUnit = ''] = measure('letterSpacing') ?? [];
  const [height = 0, heightUnit = ''] = measure('lineHeight') ?? [];
  const changed: Record<string, Json> = {};
  if (size > 0 && (spacingUnit === '%' || spacingUnit === 'em')) {
    const absolute = spacing * size * (spacingUnit === '%' ? 0.01 : 1);
    changed['letterSpacing'] = `${withoutNoise(absolute)}${sizeUnit || 'px'}`;
  }
  const pixels = (amount: number, unit: string): number => (unit === 'rem' ? 16 * amount : amount);
  if (size > 0 && (heightUnit === '' ? height > HIGHEST_RATIO : /^(?:px|rem)$/.test(heightUnit)))
    changed['lineHeight'] = withoutNoise(pixels(height, heightUnit) / pixels(size, sizeUnit));
  const rest = { ...style, ...changed };
  const { lineHeight } = style;
  const isAuto = typeof lineHeight === 'string' && /^auto$/i.test(settled(lineHeight).trim());
  return isAuto ? Object.fromEntries(Object.entries(rest).filter(([name]) => name !== 'lineHeight')) : rest;
};

/** A composite value with what Tokens Studio calculates in its members. */
const calculated = (value: Json, type: Json | undefined, calculator: Calculator): Json => {
  const members = calculateMembers(value, calculator);
  return type === 'typography' && isNode(members) ? atItsSize(members, calculator) : members;
};

/** `rgba({red}, 0.5)` within a gradient. */
const OPACITY = /\b(?:rgb|hsl)a?\(\s*\{[^{}]*\}[^()]*\)/gi;

const addToken = (
  builder: TokenBuilder,
  token: SourceToken,
  calculator: Calculator,
  mode: string | undefined,
): void => {
  const { path, value, description } = token;
  const { calculate } = calculator;
  const place = `${path.join('.')}${mode === undefined ? '' : ` in ${mode}`}`;
  const note = {
    ...(typeof description === 'string' && description !== '' ? { $description: description } : {}),
    ...(token.deprecated === undefined ? {} : { $deprecated: token.deprecated }),
  };
  if (typeof value !== 'string' && typeof value !== 'number') {
    const read = readComposite(token.type, calculated(value, token.type, calculator));
    if (!read.ok) {
      builder.say(`${place} has a composite value and was left out: ${read.reason}.`);
      return;
    }
    for (const said of read.said) builder.say(`${place}: ${said}`);
    builder.add(path, { $type: read.type, $value: read.value, ...note }, mode);
    return;
  }
  const color = readModifiedColor(token, calculator);
  if (color?.ok === false) {
    builder.say(`${place} was left out: ${color.reason}.`);
    return;
  }
  if (color?.ok) builder.say(`${place}: ${color.written} was calculated: ${color.value}.`);
  const gradient =
    token.type === 'color' && typeof value === 'string'
      ? compositeIn(value.replaceAll(OPACITY, (part) => colorWithOpacity(part, calculator)))
      : null;
  if (gradient?.type === 'gradient') {
    const read = readComposite(gradient.type, calculated(gradient.members, gradient.type, calculator));
    builder.say(`${place}: of ${value.toString().slice(0, 60)} the stops were read; its angle was left out.`);
    if (read.ok) builder.add(path, { $type: read.type, $value: read.value, ...note }, mode);
    return;
  }
  const computed =
    typeof value === 'string' ? (isCalculation(value) ? calculate(value) : joined(value, calculator)) : null;
  if (computed !== null) builder.say(`${place}: ${String(value)} was calculated: ${computed}.`);
  const type = typeOf(token, computed);
  if (type === 'fontWeight' && isSlanted(value)) builder.say(`${place}: the slant of ${value} was left out.`);
  if (type === 'dimension' && /^-?[\d.]+(?:%|em)$/.test(String(computed ?? value))) {
    const styles =
      typeof token.type === 'string' && SIZES.test(token.type)
        ? '; text styles that refer to it have it'
        : '';
    builder.say(`${place}: ${value} depends on something else and was left out${styles}.`);
    return;
  }
  builder.add(
    path,
    {
      ...(type === undefined ? {} : { $type: type }),
      $value: color?.ok ? color.value : inNotation(computed ?? value, type),
      ...note,
    },
    mode,
  );
};

/** Tokens by their path. A later set overrides an earlier one. */
const tokensOf = (sets: readonly TreeNode[]): Map<string, SourceToken> =>
  new Map(sets.flatMap((set) => list(set)).map((token) => [token.path.join('.'), token]));

/**
 * True if the groups of a file without metadata are sets: its references lead to tokens that exist in a
 * group only if that isn't part of their names.
 */
const refersAcrossSets = (root: TreeNode): boolean => {
  const groups = setsOf(root);
  const whole = tokensOf([root]);
  const inSets = tokensOf(groups);
  if ([...whole.values()].some(({ path }) => path.length === 1)) return false;
  const counts = { whole: 0, inSets: 0 };
  for (const [, name = ''] of JSON.stringify(root).matchAll(/\{([^{}"]+)\}/g)) {
    const path = name.trim();
    if (whole.has(path)) counts.whole += 1;
    else if (inSets.has(path)) counts.inSets += 1;
  }
  return counts.inSets > counts.whole;
};

/** True if a token is the same as in the first theme, also where it is calculated from others. */
const isSame = (
  token: SourceToken,
  calculator: Calculator,
  first: SourceToken | undefined,
  firstCalculator: Calculator,
): boolean => {
  // A calculated value can't stay a reference, and its operands may differ in this theme.
  const settled = ({ value, type }: SourceToken, own: Calculator): Json =>
    typeof value === 'string' ? own.valueOf(value) : calculated(value, type, own);
  return (
    first !== undefined &&
    JSON.stringify([token.value, token.extensions]) === JSON.stringify([first.value, first.extensions]) &&
    JSON.stringify(settled(token, calculator)) === JSON.stringify(settled(first, firstCalculator))
  );
};

/**
 * Tokens Studio: sets joined in order, as `$themes` enable them, with calculations. The first theme
 * of the first group has the values without a mode; the others are modes.
 */
export const tokensStudio: ImportFormat = {
  id: 'tokens-studio',
  title: 'Tokens Studio',
  content: 'object',
  read: (content) => {
    const builder = createTokenBuilder();
    const root = readObject(content);
    const isSaid = root['$themes'] !== undefined || root['$metadata'] !== undefined;
    const hasSets = isSaid || refersAcrossSets(root);
    if (hasSets && !isSaid)
      builder.say('The groups at the top are sets: what they have refers to each other without their names.');
    const themes = hasSets ? themesOf(root) : [];
    const defaults = themes.filter(
      ({ group }, place) => themes.findIndex((other) => other.group === group) === place,
    );
    /** The name of a theme; with its group, where another group has a theme of that name. */
    const modeOf = ({ name, group }: StudioTheme): string =>
      themes.some((other) => other.group !== group && modeName(other.name) === modeName(name))
        ? `${group} ${name}`
        : name;
    const setsWith = (chosen: readonly StudioTheme[]): TreeNode[] => {
      if (!hasSets) return [root];
      return setsOf(
        root,
        chosen.length === 0 ? undefined : new Set(chosen.flatMap(({ enabled }) => [...enabled])),
      );
    };
    const tokens = tokensOf(setsWith(defaults));
    const calculator = createCalculator(tokens);
    for (const token of tokens.values()) addToken(builder, token, calculator, undefined);
    for (const theme of themes) {
      const own = tokensOf(setsWith([...defaults.filter(({ group }) => group !== theme.group), theme]));
      const calculatorOfTheme = createCalculator(own);
      for (const [path, token] of own)
        if (!isSame(token, calculatorOfTheme, tokens.get(path), calculator))
          addToken(builder, token, calculatorOfTheme, modeOf(theme));
    }
    return builder.build();
  },
};
