import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { BLACK, WHITE, composite, contrastRatio, shownRatio } from '../color/contrast-ratio.ts';
import { apca } from '../color/apca.ts';
import type { Rgb } from '../color/color.ts';
import type { Palette, PaletteColor } from '../palettes/palette.ts';

export const seen = ({ rgb, alpha }: Pick<PaletteColor, 'rgb' | 'alpha'>): Rgb =>
  composite(rgb, alpha, WHITE);

const levelOf = (ratio: number): string =>
  ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : ratio >= 3 ? 'large text' : '–';

/** Beyond so many colours the cells are small, so that the table fits screens as long as it can. */
const MANY = 10;

export const matrix = ({ colors }: Palette): Html => {
  const grounds = [
    ...colors.map((color) => ({ name: color.name, rgb: seen(color) })),
    { name: 'White', rgb: WHITE },
    { name: 'Black', rgb: BLACK },
  ];
  const cell = (front: Rgb, back: Rgb): Html => {
    if (front === back) return html`<td>–</td>`;
    const ratio = shownRatio(contrastRatio(front, back));
    return html`<td>
      <b>${ratio.toFixed(2)}</b><br />${levelOf(ratio)}<br /><small>Lc ${apca(front, back).toFixed(0)}</small>
    </td>`;
  };
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Contrast">
      <table class="${colors.length > MANY ? 'many' : 'few'}">
        <thead>
          <tr>
            <th scope="col">Text</th>
            ${grounds.map(({ name }) => html`<th scope="col">on ${name}</th>`)}
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
