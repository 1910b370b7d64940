import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { rgbOfOklch } from '../color/gamut.ts';
import { oklchOfOklab } from '../color/oklch.ts';
import { hexOfRgb } from '../color/srgb.ts';
import { simulate, VISIONS } from '../color/vision.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';
import { PAGE_STYLE } from './palette-page-style.ts';
import { seen, matrix } from './contrast-table.ts';

const VISION_TITLES = {
  protan: 'Without red cones (protan)',
  deutan: 'Without green cones (deutan)',
  tritan: 'Without blue cones (tritan)',
  achroma: 'Without colour (achroma)',
} as const;

/** Copies a colour, and says so for a moment. */
const SCRIPT = `for (const button of document.querySelectorAll('button[data-copy]'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    document.querySelector('[role=status]').textContent = button.dataset.copy + ' copied';
  });`;

const swatch = (color: PaletteColor): Html => html`
  <li class="swatch c${color.index}">
    <strong>${color.name}</strong>
    <span>${color.role}</span>
    <button type="button" data-copy="${color.hex}">Copy ${color.hex}</button>
  </li>
`;

/** Generated colours only: nothing that a client wrote gets into the style sheet. */
const colorRules = ({ colors }: Palette): string =>
  colors
    .flatMap((color) => [
      `.c${color.index}{background:${hexOfRgb(seen(color))};color:${color.onColor}}`,
      ...VISIONS.map((vision) => {
        const as = hexOfRgb(rgbOfOklch(oklchOfOklab(simulate(seen(color), vision))));
        return `.${vision} .v${color.index}{background:${as}}`;
      }),
    ])
    .join('\n');

/**
 * The page of a shared palette: swatches to copy, the contrast of every pair (WCAG and APCA), and how
 * they look with a colour vision deficiency. Style and script are given for the page's policy.
 */
export const palettePage = (palette: Palette): { markup: Html; style: string; script: string } => {
  const title = palette.name ?? `Palette from ${palette.baseColor.input}`;
  const style = `${PAGE_STYLE}${colorRules(palette)}`;
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>${palette.description ?? ''}</p>
          <p role="status" aria-live="polite"></p>
        </header>
        <main>
          <h2>Colours</h2>
          <ul class="swatches">
            ${palette.colors.map(swatch)}
          </ul>
          <h2>Contrast</h2>
          <p>WCAG 2.2 ratios, rounded down, with the level that text reaches; below them, APCA.</p>
          ${matrix(palette)}
          <h2>Colour vision</h2>
          ${VISIONS.map(
            (vision) =>
              html`<section class="${vision}">
                <h3>${VISION_TITLES[vision]}</h3>
                <div class="strip">
                  ${palette.colors.map(({ index, name }) => html`<i class="v${index}" title="${name}"></i>`)}
                </div>
              </section>`,
          )}
        </main>
        ${raw(`<script>${SCRIPT}</script>`)}
      </body>
    </html>`;
  return { markup, style, script: SCRIPT };
};
