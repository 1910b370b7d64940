import { createPlatform } from '@platform/client';

/** The colour that the console's theme is made of. */
const BASE_COLOR = '#2b5bd7';

/**
 * Has a platform make the console's own theme, and gives the style sheet that it exports.
 * @param platform its address and a key that may write palettes, themes and tokens
 */
export const exportTheme = async (platform: { url: string; key: string }): Promise<string> => {
  const { palettes, themes, exports } = createPlatform(platform);
  const palette = await palettes.create({ base_color: BASE_COLOR, harmony: 'analogous', count: 5 });
  const theme = await themes.create({ palette_id: palette.id, name: 'Console', tokens: {} });
  const file = await exports.download({ theme_id: theme.id, format: 'css', prefix: 'c' });
  return file.text();
};
