import { isColorToken } from '../formats/token.ts';
import type { ColorToken, DesignToken } from '../formats/token.ts';
import { pathOf } from '../formats/notation/references.ts';
import type { Palette } from '../palettes/palette.ts';
import type { Json } from '../themes/theme.ts';
import { paletteTokens, stepName } from '../themes/tokens/palette-tokens.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import { tokenColorOfDtcg } from './token-color.ts';

const keyOf = (path: readonly string[]): string => path.join('.');

/** Tokens with their values only. */
export const withoutReferences = (tokens: readonly DesignToken[]): DesignToken[] =>
  tokens.map((token) => {
    const plain = { ...token };
    delete plain.alias;
    if ('written' in plain) delete plain.written;
    return plain;
  });

/** A path of the palette by role: `{palette.0}` and `{palette.base}` are one token. */
const canonical = (path: readonly string[], palette: Palette): readonly string[] => {
  const [group, name = ''] = path;
  if (group !== 'palette' || path.length !== 2) return path;
  const color = palette.colors.find(({ index }) => String(index) === name);
  return color === undefined ? path : ['palette', color.role];
};

const inValue = (value: Json, change: (path: readonly string[]) => readonly string[]): Json => {
  const path = pathOf(value);
  if (path !== null) return `{${keyOf(change(path))}}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inValue(item, change));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inValue(item, change)]));
};

/** Whether a token has the value of the one that it refers to; roles may have been adjusted. */
const isSame = (token: DesignToken, target: DesignToken | undefined): boolean => {
  if (target === undefined) return false;
  if (isColorToken(token) !== isColorToken(target)) return false;
  if (!isColorToken(token) || !isColorToken(target)) return true;
  return token.color.hex === target.color.hex && token.color.alpha === target.color.alpha;
};

/**
 * Tokens with their references, after the colours of the palette that they refer to: without those,
 * a reference would lead nowhere.
 */
export const withPaletteColors = (tokens: readonly DesignToken[], palette: Palette): DesignToken[] => {
  const tree = paletteTokens(palette)['palette'];
  const used = new Map<string, ColorToken>();
  const present = new Set(tokens.map((token) => keyOf(token.path)));
  const note = (given: readonly string[]): readonly string[] => {
    const path = canonical(given, palette);
    const [group, name = ''] = path;
    const node = group === 'palette' && isNode(tree) ? tree[name] : undefined;
    const color = isNode(node) ? tokenColorOfDtcg(node['$value'] ?? null) : null;
    if (color !== null && !present.has(keyOf(path)))
      used.set(keyOf(path), { path, color, description: descriptionOf(name, palette), isReferenced: true });
    return path;
  };
  const renamed = tokens.map((token) => ({
    ...token,
    ...(token.alias === undefined ? {} : { alias: note(token.alias) }),
    ...('written' in token ? { written: inValue(token.written, note) } : {}),
  }));
  const all: DesignToken[] = [...used.values(), ...renamed];
  const byPath = new Map(all.map((token) => [keyOf(token.path), token]));
  return all.map((token) => {
    if (token.alias === undefined || isSame(token, byPath.get(keyOf(token.alias)))) return token;
    const plain = { ...token };
    delete plain.alias;
    return plain;
  });
};

const descriptionOf = (name: string, palette: Palette): string | null => {
  for (const { role, name: colorName, scale = [] } of palette.colors) {
    if (role === name) return colorName;
    const step = scale.find((candidate) => stepName(role, candidate.step) === name);
    if (step !== undefined) return `${colorName}, step ${step.step}`;
  }
  return null;
};
