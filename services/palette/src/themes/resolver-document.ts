import type { Palette } from '../palettes/palette.ts';
import { THEME_MODES } from './theme.ts';
import type { Json, Theme, ThemeMode, ThemeRole } from './theme.ts';
import { normalizeTokens } from './tokens/normalize-tokens.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';

type Tree = Readonly<Record<string, Json>>;

/** sRGB components 0–1 from six hex digits. */
const componentsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);

const roleTokens = (roles: readonly ThemeRole[]): Tree => ({
  role: {
    $type: 'color',
    ...Object.fromEntries(
      roles.map(({ role, color, description }) => [
        role,
        {
          $value: { colorSpace: 'srgb', components: componentsOf(color.hex), hex: color.hex },
          $description: description,
        },
      ]),
    ),
  },
});

/**
 * The theme as a resolver document (DTCG Resolver Module 2025.10): the palette, the client's
 * tokens, and a modifier `mode` whose contexts set the roles.
 */
export const resolverDocument = (theme: Pick<Theme, 'name' | 'tokens' | 'modes'>, palette: Palette): Tree => {
  const contexts = Object.fromEntries(
    THEME_MODES.map((mode: ThemeMode) => [mode, [roleTokens(theme.modes[mode])]]),
  );
  return {
    $schema: 'https://www.designtokens.org/schemas/2025.10/resolver.json',
    name: theme.name,
    version: '2025.10',
    sets: {
      palette: { description: 'The colours that the theme is made from', sources: [paletteTokens(palette)] },
      tokens: { description: "The theme's own tokens", sources: [normalizeTokens(theme.tokens).tree] },
    },
    modifiers: { mode: { description: 'Roles by mode', contexts, default: 'light' } },
    resolutionOrder: [{ $ref: '#/sets/palette' }, { $ref: '#/sets/tokens' }, { $ref: '#/modifiers/mode' }],
  };
};
