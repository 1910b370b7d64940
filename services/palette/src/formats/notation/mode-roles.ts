import { THEME_MODES } from '../../themes/theme.ts';
import type { ThemeMode } from '../../themes/theme.ts';
import { isColorToken } from '../token.ts';
import type { ColorToken, DesignToken } from '../token.ts';

/** A role of a theme that is exported with all modes. */
export interface ModeRole {
  /** Its name without the mode. */
  readonly role: string;
  readonly description: string | null;
  readonly modes: Readonly<Record<ThemeMode, ColorToken>>;
  /** The role that this is an earlier name of, or null. */
  readonly renamedTo: string | null;
}

/** The roles with their colour in every mode; none for a palette or a single mode. */
export const rolesWithModes = (tokens: readonly DesignToken[]): ModeRole[] => {
  const byRole = new Map<string, Map<ThemeMode, ColorToken>>();
  for (const token of tokens) {
    if (!isColorToken(token) || token.mode === undefined) continue;
    const role = token.path.slice(1).join('-');
    const modes = byRole.get(role) ?? new Map<ThemeMode, ColorToken>();
    byRole.set(role, modes.set(token.mode, token));
  }
  return [...byRole].map(([role, found]) => {
    const of = (mode: ThemeMode): ColorToken => {
      const token = found.get(mode);
      if (token === undefined) throw new Error(`The role ${role} has no colour in the mode ${mode}.`);
      return token;
    };
    const [light, dark, high, highDark] = THEME_MODES.map(of) as [
      ColorToken,
      ColorToken,
      ColorToken,
      ColorToken,
    ];
    const modes = { light, dark, 'high-contrast': high, 'high-contrast-dark': highDark };
    const renamedTo = light.deprecated?.renamedTo?.slice(1).join('-') ?? null;
    return { role, description: light.description, modes, renamedTo };
  });
};

/** Tokens without those whose name belongs to the role that they set. */
export const withoutSeeds = <Token extends DesignToken>(tokens: readonly Token[]): readonly Token[] => {
  const hasModes = tokens.some((token) => isColorToken(token) && token.mode !== undefined);
  return hasModes ? tokens.filter((token) => !isColorToken(token) || token.isSeed !== true) : tokens;
};
