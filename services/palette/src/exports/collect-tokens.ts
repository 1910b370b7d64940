import { invalid } from '@platform/errors';

import { isInSrgb, deltaEok, oklabOfOklch, oklabOfRgb } from '../color/oklab.ts';
import { hueNames, plainNames } from '../color/names/color-names.ts';
import { shadesOf } from '../color/scales/shades.ts';
import { kebab, words } from '../formats/naming/name-tokens.ts';
import { pathOf } from '../formats/notation/references.ts';
import { tokenColorOfDtcg, tokenColorOfHex, tokenColorOfOklch, isColorToken } from '../formats/token.ts';
import type { ColorToken, DesignToken, TokenColor } from '../formats/token.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';
import { presentNames } from '../themes/check-tokens.ts';
import { seedTokens } from '../themes/modes/seeds.ts';
import { modesByModifier, modifiersByToken, tokensInMode } from '../themes/theme-modes.ts';
import type {
  Json,
  ResolvedToken,
  Theme,
  ThemeColor,
  ThemeMode,
  WrittenThemeWithPalette,
} from '../themes/theme.ts';
import { paletteTokens, stepName } from '../themes/tokens/dtcg-color.ts';
import { MODE, modeName } from '../themes/tokens/resolve-modes.ts';
import { isNode, knownPath } from '../themes/tokens/token-tree.ts';
import type { ExportOptions, TokenKinds, WrittenTokens } from './token-export.ts';
import type { WorkLoad } from '../themes/theme-work.ts';

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

/** True if a token has the value of the one that it refers to; roles may have been adjusted. */
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
  delete copy.extensions;
  delete copy.groups;
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
    const name = (token.mode === undefined ? token.path : token.path.slice(1)).join('.');
    byName.set(name, [...(byName.get(name) ?? []), token]);
  }
  const again = old.flatMap(([before, now]) =>
    (byName.get(now) ?? []).map((token) => {
      const { mode } = token;
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
const roleColor = ({ hex, oklch, p3, alpha = 1 }: ThemeColor): TokenColor => {
  const shown = tokenColorOfHex(hex, alpha);
  const distance = deltaEok(oklabOfOklch(oklch), oklabOfRgb(shown.rgb));
  return { ...shown, oklch, p3, inSrgb: distance < ROUNDING || isInSrgb(oklch) };
};

/** A reference as it is in a mode: to what its target is there, if that changes. */
type InMode = (path: readonly string[]) => readonly string[];

/** A theme's roles in a mode. One that a token set by a reference refers to the same. */
const rolesIn = (theme: Theme, mode: ThemeMode, place: readonly string[], inMode: InMode): ColorToken[] => {
  const aliases = new Map(
    [...seedTokens(tokensInMode(theme, mode))].flatMap(({ path, alias }) =>
      alias === undefined ? [] : [[knownPath(path).at(-1), inMode(alias)] as const],
    ),
  );
  return (theme.modes[mode] ?? theme.modes.light).map(({ role, color, description }) => {
    const alias = aliases.get(role);
    return {
      path: [...place, role],
      color: roleColor(color),
      description,
      ...(alias === undefined ? {} : { alias }),
    };
  });
};

/** True if a colour loses something as six digits: its space, or components that it doesn't have. */
const isSpecial = (value: Json): boolean =>
  isNode(value) &&
  (value['colorSpace'] !== 'srgb' ||
    (Array.isArray(value['components']) && value['components'].includes('none')) ||
    value['alpha'] === 'none');

/** One of the theme's own tokens, as it refers to others. */
const ownToken = (token: ResolvedToken, place: readonly string[], inMode: InMode): DesignToken[] => {
  const { type, value, description, alias, written, deprecated, extensions, groups } = token;
  const head = {
    path: [...place, ...knownPath(token.path)],
    description,
    ...(alias === undefined ? {} : { alias: inMode(alias) }),
    ...(deprecated === undefined ? {} : { deprecated: deprecated === true ? {} : { reason: deprecated } }),
    ...(extensions === undefined ? {} : { extensions }),
    ...(groups === undefined || place.length > 0 ? {} : { groups }),
  };
  const color = type === 'color' ? tokenColorOfDtcg(value) : null;
  if (color !== null) return [{ ...head, color, ...(isSpecial(value) ? { given: value } : {}) }];
  return [{ ...head, type, value, ...(written === undefined ? {} : { written: inValue(written, inMode) }) }];
};

/** At the root a token has the same name as the role that it sets. */
const rootSeeds = (theme: Theme): ReadonlySet<string> =>
  new Set(
    [...seedTokens(theme.resolved)].flatMap(({ path }) => {
      const known = knownPath(path);
      return known.length === 1 ? known : [];
    }),
  );

/** The roles and own tokens of one mode. */
const tokensOfMode = (theme: Theme, mode: ThemeMode, kinds: TokenKinds): DesignToken[] => {
  const same: InMode = (path) => path;
  const roles = kinds === 'own' ? [] : rolesIn(theme, mode, [], same);
  if (kinds === 'roles') return roles;
  const seeds = kinds === 'own' ? new Set<string>() : rootSeeds(theme);
  const own = tokensInMode(theme, mode).filter(({ path }) => !seeds.has(keyOf(knownPath(path))));
  return [...roles, ...own.flatMap((token) => ownToken(token, [], same))];
};

/**
 * The roles of every mode, the own tokens that change with the mode in every mode, and all of them
 * as they are without a mode.
 */
const tokensOfModes = (theme: Theme, kinds: TokenKinds): DesignToken[] => {
  const seeds = kinds === 'own' ? new Set<string>() : rootSeeds(theme);
  const changing = new Map(
    [...modifiersByToken(theme)].map(([key, modifiers]) => [keyOf(knownPath(key.split('.'))), modifiers]),
  );
  const inModes = [...modesByModifier(theme)].flatMap(([modifier, modes]) =>
    modes.flatMap((mode) => {
      const isRole = (key: string): boolean => modifier === MODE && seeds.has(key);
      const changes = (path: readonly string[]): boolean =>
        isRole(keyOf(path)) || changing.get(keyOf(path))?.has(modifier) === true;
      const inMode: InMode = (path) => (changes(path) ? [mode, ...path] : path);
      const roles = modifier === MODE && kinds !== 'own' ? rolesIn(theme, mode, [mode], inMode) : [];
      const own = tokensInMode(theme, mode).filter(({ path }) => {
        const known = knownPath(path);
        return kinds !== 'roles' && changes(known) && !isRole(keyOf(known));
      });
      return [...roles, ...own.flatMap((token) => ownToken(token, [mode], inMode))].map((token) => ({
        ...token,
        mode,
        ...(modifier === MODE ? {} : { modifier }),
      }));
    }),
  );
  const plain = theme.resolved.flatMap((token) => {
    const key = keyOf(knownPath(token.path));
    const isSeed = seeds.has(key) || changing.get(key)?.has(MODE) === true;
    return ownToken(token, [], (path) => path).map((own) => (isSeed ? { ...own, isSeed } : own));
  });
  return kinds === 'roles' ? inModes : [...inModes, ...plain];
};

/**
 * The roles of one mode, or of all modes with a group for each, followed by the theme's own tokens.
 * The palette's scales, if it has any, come first.
 * @param palette whose colours the tokens refer to, to keep references; null writes values only
 * @param scaled the palette whose scales are written
 * @param kinds the theme's own tokens, its roles, or both
 */
export const tokensOfTheme = (
  theme: Theme,
  mode: ThemeMode | null,
  palette: Palette | null = null,
  scaled: Palette | null = palette,
  kinds: TokenKinds = 'all',
): DesignToken[] => {
  const tokens = withOldNames(
    mode === null ? tokensOfModes(theme, kinds) : tokensOfMode(theme, mode, kinds),
    theme.renamed,
  );
  const steps = scaled === null ? [] : scaleTokens(scaled);
  return palette === null
    ? [...steps, ...withoutReferences(tokens)]
    : withPaletteColors([...steps, ...tokens], palette);
};

/** The mode of a theme that a request names, in any case and spelling. @throws 400 */
const readMode = (theme: Theme, given: string): string => {
  const known = [...modesByModifier(theme).values()].flat();
  const mode = modeName(given.replaceAll('_', '-'));
  if (known.includes(mode)) return mode;
  const names = known.map((name) => name.replaceAll('-', '_')).join(', ');
  throw invalid([{ field: 'options.mode', message: `options.mode must be one of [${names}]` }]);
};

/** Returns a theme's tokens to export. @throws 400 for an unknown mode, and for groups without tokens */
export const themeTokens = (theme: Theme, palette: Palette, options: ExportOptions): DesignToken[] => {
  const { mode, references, tokens: kinds, groups } = options;
  const chosen = mode === null ? null : readMode(theme, mode);
  const tokens = tokensOfTheme(
    theme,
    chosen,
    references ? palette : null,
    kinds === 'all' ? palette : null,
    kinds,
  );
  if (groups === null) return tokens;
  const found = tokens.filter(({ path, mode: own, isReferenced }) => {
    const name = (own === undefined ? path : path.slice(1)).join('.');
    return isReferenced === true || groups.some((group) => name === group || name.startsWith(`${group}.`));
  });
  if (found.some(({ isReferenced }) => isReferenced !== true)) return found;
  throw invalid([
    { field: 'options.groups', message: 'options.groups names no group or token of the theme' },
  ]);
};

/**
 * Writes the tokens of an export of a theme: small ones at once, large ones in the reading process.
 * @param argument its `head` is what else determines the file
 * @throws 400 for an unknown mode, and for groups without tokens; 503 if too many wait
 */
export type ThemeTokensWork = (
  argument: WrittenThemeWithPalette & { options: ExportOptions; head: readonly unknown[] },
  load: WorkLoad,
) => Promise<WrittenTokens>;
