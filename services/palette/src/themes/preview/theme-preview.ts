import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { shownRatio } from '../../color/contrast-ratio.ts';
import { THEME_MODES } from '../theme.ts';
import type { ThemeMode } from '../theme.ts';
import type { ThemeWithPalette } from '../themes-service.ts';
import { previewCss } from './preview-css.ts';
import { components } from './components.ts';

const TITLES: Readonly<Record<ThemeMode, string>> = {
  light: 'Light',
  dark: 'Dark',
  'high-contrast': 'High contrast',
  'high-contrast-dark': 'High contrast, dark',
};

const roleTable = ({ theme }: ThemeWithPalette, mode: ThemeMode): Html => html`
  <details>
    <summary>All ${theme.modes[mode].length} roles</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Roles in ${TITLES[mode]}">
      <table>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">Hex</th>
            <th scope="col">On</th>
            <th scope="col">Ratio</th>
          </tr>
        </thead>
        <tbody>
          ${theme.modes[mode].map(
            ({ role, color, on }) =>
              html`<tr>
                <td><span class="swatch sw-${role}"></span>${role}</td>
                <td class="number">${color.hex}</td>
                <td>${on?.role ?? '–'}</td>
                <td class="number">${on === null ? '–' : shownRatio(on.ratio).toFixed(2)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>
`;

/**
 * A page that shows a theme on real components in every mode, and its style sheet for the
 * Content-Security-Policy.
 */
export const themePreview = (shown: ThemeWithPalette): { page: string; css: string } => {
  const { theme, palette } = shown;
  const css = previewCss(theme);
  // One piece: the policy allows exactly these bytes, and a template might add white space.
  const style = raw(`<style>${css}</style>`);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${theme.name} – theme preview</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <header class="page">
          <h1>${theme.name}</h1>
          <p class="muted">
            ${palette.harmony.replaceAll('_', ' ')} palette of ${palette.count} from
            ${palette.baseColor.input}
          </p>
        </header>
        <main class="modes">
          ${THEME_MODES.map(
            (mode) =>
              html`<section class="mode mode-${mode}" id="${mode}" aria-labelledby="title-${mode}">
                <h2 id="title-${mode}">${TITLES[mode]}</h2>
                ${components(mode)} ${roleTable(shown, mode)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return { page: page.toString(), css };
};
