import { isDarkMode } from '../../themes/modes/mode-plan.ts';
import type { ThemeMode } from '../../themes/theme.ts';
import { isColorToken } from '../token.ts';
import type { ColorToken, DesignToken } from '../token.ts';

/** A role or token of a theme that is exported with all modes. */
export interface InModes<Token extends DesignToken = DesignToken> {
  /** Its path without the mode. */
  readonly path: readonly string[];
  /** Its name without the mode, the groups joined by hyphens. */
  readonly role: string;
  readonly description: string | null;
  /** In the order of the modes. */
  readonly modes: ReadonlyMap<ThemeMode, Token>;
  /** The path of what it is an earlier name of, or null. */
  readonly renamedTo: readonly string[] | null;
}

export type ModeRole = InModes<ColorToken>;

/** Everything that has a value for each mode of a modifier. @param modifier the one with the roles by default */
export const tokensWithModes = (tokens: readonly DesignToken[], modifier?: string): InModes[] => {
  const byName = new Map<string, Map<ThemeMode, DesignToken>>();
  for (const token of tokens) {
    if (token.mode === undefined || token.modifier !== modifier) continue;
    const key = JSON.stringify(token.path.slice(1));
    const modes = byName.get(key) ?? new Map<ThemeMode, DesignToken>();
    byName.set(key, modes.set(token.mode, token));
  }
  return [...byName.values()].flatMap((modes) => {
    const [first] = modes.values();
    if (first === undefined) return [];
    const path = first.path.slice(1);
    const renamedTo = first.deprecated?.renamedTo?.slice(1) ?? null;
    return [{ path, role: path.join('-'), description: first.description, modes, renamedTo }];
  });
};

/** The roles and colours with a value in every mode; none for a palette or a single mode. */
export const rolesWithModes = (tokens: readonly DesignToken[]): ModeRole[] =>
  tokensWithModes(tokens).flatMap((item) => {
    const colors = [...item.modes].filter((entry): entry is [ThemeMode, ColorToken] =>
      isColorToken(entry[1]),
    );
    return colors.length < item.modes.size ? [] : [{ ...item, modes: new Map(colors) }];
  });

/** A mode that tokens are exported with. */
export interface ExportedMode {
  readonly name: ThemeMode;
  readonly isDark: boolean;
}

/** The modes that roles are exported with, in order. */
export const modesIn = (tokens: readonly DesignToken[]): readonly ExportedMode[] => {
  const lightness = new Map<ThemeMode, number | undefined>();
  for (const token of tokens) {
    if (token.mode === undefined || token.modifier !== undefined) continue;
    const isBackground = isColorToken(token) && token.path.length === 2 && token.path[1] === 'background';
    if (isBackground) lightness.set(token.mode, token.color.oklch.l);
    else if (!lightness.has(token.mode)) lightness.set(token.mode, undefined);
  }
  return [...lightness].map(([name, background]) => ({ name, isDark: isDarkMode(name, background) }));
};

/** Other modifiers of tokens, with their modes. */
export const otherModifiers = (tokens: readonly DesignToken[]): ReadonlyMap<string, readonly ThemeMode[]> => {
  const found = new Map<string, Set<ThemeMode>>();
  for (const { mode, modifier } of tokens)
    if (mode !== undefined && modifier !== undefined)
      found.set(modifier, (found.get(modifier) ?? new Set()).add(mode));
  return new Map([...found].map(([modifier, modes]) => [modifier, [...modes]]));
};

/** Colours without those whose name is written as what it is in the present mode. */
export const withoutSeeds = <Token extends DesignToken>(tokens: readonly Token[]): readonly Token[] => {
  const hasModes = tokens.some((token) => isColorToken(token) && token.mode !== undefined);
  return hasModes ? tokens.filter((token) => !isColorToken(token) || token.isSeed !== true) : tokens;
};
