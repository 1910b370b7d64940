import { isInSrgb } from '../color/gamut.ts';
import { hueNames, plainNames } from '../color/names/plain-names.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { oklabOfOklch } from '../color/oklch.ts';
import { shadesOf } from '../color/scales/shades.ts';
import { kebab } from '../formats/naming/cases.ts';
import { words } from '../formats/naming/words.ts';
import { hasCssValue } from '../formats/notation/css-value.ts';
import { pathOf } from '../formats/notation/references.ts';
import { isColorToken } from '../formats/token.ts';
import type { ColorToken, DesignToken, TokenColor } from '../formats/token.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';
import { presentNames } from '../themes/check-renamed.ts';
import { seedTokens } from '../themes/modes/seed-tokens.ts';
import { THEME_MODES } from '../themes/theme.ts';
import type { Json, Theme, ThemeColor, ThemeMode } from '../themes/theme.ts';
import { paletteTokens, stepName } from '../themes/tokens/palette-tokens.ts';
import { isNode, knownPath } from '../themes/tokens/token-tree.ts';
import { tokenColorOfDtcg, tokenColorOfHex, tokenColorOfOklch } from './token-color.ts';
import type { ExportOptions } from './token-export.ts';

const keyOf = (path: readonly string[]): string => path.join('.');

/** Tokens with their values only. */
const withoutReferences = (tokens: readonly DesignToken[]): DesignToken[] =>
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
const withPaletteColors = (tokens: readonly DesignToken[], palette: Palette): DesignToken[] => {
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

const named = (token: DesignToken, path: readonly string[], alias: readonly string[]): DesignToken => {
  const copy = { ...token, path, alias, description: null, deprecated: { renamedTo: alias } };
  if ('written' in copy) delete copy.written;
  return copy;
};

/**
 * The tokens of a theme, plus the renamed ones again under their old names, as references. A role's
 * old name exists in every mode, too.
 */
const withOldNames = (tokens: readonly DesignToken[], renamed: Theme['renamed']): readonly DesignToken[] => {
  const old = presentNames(renamed);
  if (old.length === 0) return tokens;
  const byName = new Map<string, DesignToken[]>();
  for (const token of tokens) {
    const name = ('mode' in token ? token.path.slice(1) : token.path).join('.');
    byName.set(name, [...(byName.get(name) ?? []), token]);
  }
  const again = old.flatMap(([before, now]) =>
    (byName.get(now) ?? []).map((token) => {
      const mode = 'mode' in token ? token.mode : undefined;
      return named(token, [...(mode === undefined ? [] : [mode]), ...before.split('.')], token.path);
    }),
  );
  return [...tokens, ...again];
};

/**
 * The colours of a palette that has scales, each with its steps, under the names by which theme
 * tokens refer to them: `palette.base`, `palette.base-500`.
 */
const scaleTokens = ({ colors }: Palette): ColorToken[] =>
  colors.flatMap(({ role, name, scale, hex, rgb, oklch, p3, inSrgb, alpha }) => {
    if (scale === undefined) return [];
    const own = { path: ['palette', role], color: { hex, rgb, oklch, p3, inSrgb, alpha }, description: name };
    const steps = scale.map((step) => ({
      path: ['palette', stepName(role, step.step)],
      color: {
        hex: step.hex,
        rgb: step.rgb,
        oklch: step.oklch,
        p3: step.p3,
        inSrgb: step.inSrgb,
        alpha,
      },
      description: `${name}, step ${step.step}`,
    }));
    return [own, ...steps];
  });

const plainColor = ({ hex, rgb, oklch, p3, inSrgb, alpha }: PaletteColor): TokenColor => ({
  hex,
  rgb,
  oklch,
  p3,
  inSrgb,
  alpha,
});

/** By hue and lightness; by hue alone if each has a scale, whose steps tell the lightness. */
const plainNamesOf = ({ colors }: Palette, shades: boolean): string[] => {
  const list = colors.map(({ oklch }) => oklch);
  return shades || colors.some(({ scale }) => scale) ? hueNames(list) : plainNames(list);
};

/**
 * A palette's colours as tokens, named by role, colour name or hue, each with its scale if requested.
 */
export const tokensOfPalette = (
  palette: Palette,
  { names, shades }: Pick<ExportOptions, 'names' | 'shades'>,
): ColorToken[] => {
  const plain = plainNamesOf(palette, shades);
  return palette.colors.flatMap((color, place) => {
    const called = { role: color.role, color: kebab(words(color.name)), plain: plain[place] ?? color.role };
    const name = called[names];
    const own = plainColor(color);
    const token = { path: [name], color: own, description: names === 'role' ? color.name : color.role };
    if (color.scale) {
      const { alpha } = color;
      const steps = color.scale.map(({ step, hex, rgb, oklch, p3, inSrgb }) => ({
        path: [name, step],
        color: { hex, rgb, oklch, p3, inSrgb, alpha },
        description: null,
      }));
      return [token, ...steps];
    }
    if (!shades) return [token];
    const scale = shadesOf(color.oklch).map(({ step, color: shade }) => ({
      path: [name, step],
      color: shade === null ? own : tokenColorOfOklch(shade, color.alpha),
      description: null,
    }));
    return [token, ...scale];
  });
};

/** Less than rounding changes a colour: what came from sRGB is in it, even at its edge. */
const ROUNDING = 1e-4;

/** Roles have the bytes that their contrast was measured with; one that was set may be outside sRGB. */
const roleColor = ({ hex, oklch, p3 }: ThemeColor): TokenColor => {
  const shown = tokenColorOfHex(hex, 1);
  const distance = deltaEok(oklabOfOklch(oklch), oklabOfRgb(shown.rgb));
  return { ...shown, oklch, p3, inSrgb: distance < ROUNDING || isInSrgb(oklch) };
};

const rolesOf = (theme: Theme, mode: ThemeMode | null): ColorToken[] =>
  (mode === null ? THEME_MODES : [mode]).flatMap((name) =>
    theme.modes[name].map(({ role, color, description }) => ({
      ...(mode === null ? { path: [name, role], mode: name } : { path: [role] }),
      color: roleColor(color),
      description,
    })),
  );

/** The theme's own tokens, as they refer to others. */
const ownTokens = (theme: Theme, mode: ThemeMode | null): DesignToken[] => {
  const seeds = seedTokens(theme.resolved);
  return theme.resolved.flatMap((token): DesignToken[] => {
    const { type, value, description, alias, written, deprecated } = token;
    const path = knownPath(token.path);
    // At the root it would have the same name as its role.
    const isSeed = path.length === 1 && seeds.has(token);
    if (isSeed && mode !== null) return [];
    const head = {
      path,
      description,
      ...(alias === undefined ? {} : { alias }),
      ...(deprecated === undefined ? {} : { deprecated: deprecated === true ? {} : { reason: deprecated } }),
    };
    const color = type === 'color' ? tokenColorOfDtcg(value) : null;
    if (color !== null) return [{ ...head, color, ...(isSeed ? { isSeed } : {}) }];
    if (!hasCssValue(type)) return [];
    return [{ ...head, type, value, ...(written === undefined ? {} : { written }) }];
  });
};

/**
 * The roles of one mode, or of all modes with a group for each, followed by the theme's own tokens.
 * The palette's scales, if it has any, come first.
 * @param palette whose colours the tokens refer to, to keep references; null writes values only
 * @param scaled the palette whose scales are written
 */
export const tokensOfTheme = (
  theme: Theme,
  mode: ThemeMode | null,
  palette: Palette | null = null,
  scaled: Palette | null = palette,
): DesignToken[] => {
  const tokens = withOldNames([...rolesOf(theme, mode), ...ownTokens(theme, mode)], theme.renamed);
  const steps = scaled === null ? [] : scaleTokens(scaled);
  return palette === null
    ? [...steps, ...withoutReferences(tokens)]
    : withPaletteColors([...steps, ...tokens], palette);
};
