import { createRequire } from 'node:module';

import { renderAsync } from '@resvg/resvg-js';

const { resolve } = createRequire(import.meta.url);

/** Inter (OFL 1.1) is bundled: pictures must not depend on the fonts of a machine. */
const FONT_FILES = [
  resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
];

/** Renders an SVG as PNG at its own size, off the main thread. Text is set in Inter. */
export const rasterize = async (svg: string): Promise<Buffer> => {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: 'Inter' },
  });
  return image.asPng();
};
