import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { serveThread } from '@platform/runtime';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** Functions that the thread offers. */
export interface DrawingFunctions {
  /** Draws an SVG as PNG at its own size. */
  readonly draw: (svg: string) => Promise<Uint8Array>;
  readonly [name: string]: (argument: never) => Promise<unknown>;
}

const { resolve } = createRequire(import.meta.url);

/** Inter (OFL 1.1) is bundled: pictures must not depend on the fonts of a machine. */
const FONTS = [
  resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((path) => readFileSync(path));

await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm')));

/**
 * Frees what it has made by itself, because the garbage collector doesn't see how large that is.
 * resvg's native package left that to the collector, and 500 pictures took 1,218 MB instead of 175.
 * sharp is faster, but takes its fonts from the machine.
 */
const draw = (svg: string): Uint8Array => {
  const drawing = new Resvg(svg, {
    font: { loadSystemFonts: false, fontBuffers: FONTS, defaultFontFamily: 'Inter' },
  });
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
};

const functions: DrawingFunctions = {
  draw: (svg) => Promise.resolve().then(() => draw(svg)),
};

serveThread(functions, () => Promise.resolve(), { standsBack: false });
