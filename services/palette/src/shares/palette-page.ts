import { html, raw } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

import { apca, BLACK, composite, contrastRatio, shownRatio, WHITE } from '../color/contrast-ratio.ts';
import type { Rgb } from '../color/color.ts';
import { rgbOfOklch } from '../color/gamut.ts';
import { oklchOfOklab } from '../color/oklab.ts';
import { hexOfRgb } from '../color/srgb.ts';
import { simulate, VISIONS } from '../color/vision.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';

const seen = ({ rgb, alpha }: Pick<PaletteColor, 'rgb' | 'alpha'>): Rgb => composite(rgb, alpha, WHITE);

const TEXTS = {
  en: {
    title: (color: string) => `Palette from ${color}`,
    colors: 'Colours',
    contrast: 'Contrast',
    contrastHint: 'WCAG 2.2 ratios, rounded down, with the level that text reaches; below them, APCA.',
    vision: 'Colour vision',
    text: 'Text',
    on: (name: string) => `on ${name}`,
    white: 'White',
    black: 'Black',
    large: 'large text',
    copy: (hex: string) => `Copy ${hex}`,
    copied: ' copied',
    visions: {
      protan: 'Without red cones (protan)',
      deutan: 'Without green cones (deutan)',
      tritan: 'Without blue cones (tritan)',
      achroma: 'Without colour (achroma)',
    },
  },
  de: {
    title: (color: string) => `Palette aus ${color}`,
    colors: 'Farben',
    contrast: 'Kontrast',
    contrastHint: 'Verhältnisse nach WCAG 2.2, abgerundet, mit der Stufe, die Text erreicht; darunter APCA.',
    vision: 'Farbsehen',
    text: 'Text',
    on: (name: string) => `auf ${name}`,
    white: 'Weiß',
    black: 'Schwarz',
    large: 'großer Text',
    copy: (hex: string) => `${hex} kopieren`,
    copied: ' kopiert',
    visions: {
      protan: 'Ohne Rotzapfen (Protanopie)',
      deutan: 'Ohne Grünzapfen (Deuteranopie)',
      tritan: 'Ohne Blauzapfen (Tritanopie)',
      achroma: 'Ohne Farbe (Achromatopsie)',
    },
  },
} as const;

const levelOf = (ratio: number, language: Language): string =>
  ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : ratio >= 3 ? TEXTS[language].large : '–';

/** Beyond so many colours the cells are small, so that the table fits screens as long as it can. */
const MANY = 10;

const matrix = ({ colors }: Palette, language: Language): Html => {
  const t = TEXTS[language];
  const ratios = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const grounds = [
    ...colors.map((color) => ({ name: color.name, rgb: seen(color) })),
    { name: t.white, rgb: WHITE },
    { name: t.black, rgb: BLACK },
  ];
  const cell = (front: Rgb, back: Rgb): Html => {
    if (front === back) return html`<td>–</td>`;
    const ratio = shownRatio(contrastRatio(front, back));
    return html`<td>
      <b>${ratios.format(ratio)}</b><br />${levelOf(ratio, language)}<br /><small>Lc ${apca(front, back).toFixed(0)}</small>
    </td>`;
  };
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${t.contrast}">
      <table class="${colors.length > MANY ? 'many' : 'few'}">
        <thead>
          <tr>
            <th scope="col">${t.text}</th>
            ${grounds.map(({ name }) => html`<th scope="col">${t.on(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${grounds.map(
            (front) =>
              html`<tr>
                <th scope="row">${front.name}</th>
                ${grounds.map((back) => cell(front.rgb, back.rgb))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
};

/** Layout of the page of a palette; light and dark as the system prefers. */
const PAGE_STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;padding:2rem clamp(1rem,4vw,3rem);font:16px/1.5 Inter,system-ui,sans-serif;background:#fff;color:#18181b}
h1{margin:0;font-size:clamp(1.6rem,4vw,2.4rem);line-height:1.15;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.25rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
p{margin:.25rem 0;overflow-wrap:anywhere}
[role=status]{min-height:1.5em}
.swatches{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}
.swatch{border-radius:14px;padding:1.25rem;display:grid;gap:.25rem;min-height:9rem;align-content:end;overflow-wrap:anywhere}
.swatch button{justify-self:start;font:inherit;min-height:44px;padding:.4rem .9rem;border-radius:10px;border:1px solid currentcolor;background:transparent;color:inherit;cursor:pointer}
button:focus-visible,.scroll:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
.scroll{overflow-x:auto;--page:#fff;--shade:rgb(0 0 0/.3);background:linear-gradient(90deg,var(--page) 2rem,transparent) local,linear-gradient(-90deg,var(--page) 2rem,transparent) local,radial-gradient(farthest-side at 0,var(--shade),transparent) 0/1rem 100%,radial-gradient(farthest-side at 100%,var(--shade),transparent) 100%/1rem 100%;background-repeat:no-repeat}
table{border-collapse:collapse;font-size:.8rem;line-height:1.35}
th,td{text-align:left;vertical-align:top;padding:.4rem .5rem;border-bottom:1px solid #d4d4d8;font-variant-numeric:tabular-nums}
th{hyphens:auto;overflow-wrap:break-word}
td{white-space:nowrap}
.many{font-size:.72rem}
.many th,.many td{padding:.35rem .25rem;white-space:normal}
.many th{overflow-wrap:anywhere}
th[scope=row],th:first-child{position:sticky;left:0;min-width:5.5rem;max-width:8rem;background:var(--page)}
.strip{display:flex;height:3.5rem;border-radius:10px;overflow:hidden}
.strip i{flex:1}
@media (prefers-color-scheme:dark){body{background:#18181b;color:#fafafa}th,td{border-color:#52525b}.scroll{--page:#18181b;--shade:rgb(255 255 255/.35)}}
`;

/** Copies a colour, and says so for a moment. */
const scriptIn = (
  language: Language,
): string => `for (const button of document.querySelectorAll('button[data-copy]'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    document.querySelector('[role=status]').textContent = button.dataset.copy + '${TEXTS[language].copied}';
  });`;

const swatch = (color: PaletteColor, language: Language): Html => html`
  <li class="swatch c${color.index}">
    <strong lang="en">${color.name}</strong>
    <span lang="en">${color.role}</span>
    <button type="button" data-copy="${color.hex}">${TEXTS[language].copy(color.hex)}</button>
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
export const palettePage = (
  palette: Palette,
  language: Language = 'en',
): { markup: Html; style: string; script: string } => {
  const t = TEXTS[language];
  const script = scriptIn(language);
  const title = palette.name ?? t.title(palette.baseColor.input);
  const style = `${PAGE_STYLE}${colorRules(palette)}`;
  const markup = html`<!doctype html>
    <html lang="${language}">
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
          <h2>${t.colors}</h2>
          <ul class="swatches">
            ${palette.colors.map((color) => swatch(color, language))}
          </ul>
          <h2>${t.contrast}</h2>
          <p>${t.contrastHint}</p>
          ${matrix(palette, language)}
          <h2>${t.vision}</h2>
          ${VISIONS.map(
            (vision) =>
              html`<section class="${vision}">
                <h3>${t.visions[vision]}</h3>
                <div class="strip">
                  ${palette.colors.map(({ index, name }) => html`<i class="v${index}" title="${name}"></i>`)}
                </div>
              </section>`,
          )}
        </main>
        ${raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return { markup, style, script };
};
