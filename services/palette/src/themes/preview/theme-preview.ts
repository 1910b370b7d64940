import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { shownRatio } from '../../color/contrast-ratio.ts';
import { THEME_MODES } from '../theme.ts';
import type { ThemeMode } from '../theme.ts';
import type { ThemeWithPalette } from '../themes-service.ts';
import { previewCss } from './preview-css.ts';

const TITLES: Readonly<Record<ThemeMode, string>> = {
  light: 'Light',
  dark: 'Dark',
  'high-contrast': 'High contrast',
  'high-contrast-dark': 'High contrast, dark',
};

const ALERTS = [
  { kind: 'success', title: 'Saved', text: 'Your changes are live.' },
  { kind: 'warning', title: 'Almost full', text: 'You have used 90 % of your space.' },
  { kind: 'error', title: 'Payment failed', text: 'The card was declined.' },
  { kind: 'info', title: 'New version', text: 'An update is ready to install.' },
] as const;

const components = (mode: ThemeMode): Html => html`
  <div class="stack">
    <p>Text on the page, with <a href="#${mode}">a link in it</a>.</p>
    <p class="muted">Secondary text, readable on every ground.</p>
  </div>
  <div class="row">
    <button class="button primary" type="button">Primary</button>
    <button class="button secondary" type="button">Secondary</button>
    <button class="button tertiary" type="button">Tertiary</button>
    <button class="button danger" type="button">Delete</button>
    <button class="button outline" type="button">Cancel</button>
    <button class="button outline focused" type="button">Focused</button>
  </div>
  <div class="row">
    <span class="chip p">Primary</span><span class="chip s">Secondary</span
    ><span class="chip t">Tertiary</span><span class="chip n">Neutral</span>
  </div>
  <div class="card">
    <h3>A card</h3>
    <p>Cards lie on the surface. <a href="#${mode}">Links</a> are readable here, too.</p>
    <label class="label" for="field-${mode}">E-mail</label>
    <input class="field" id="field-${mode}" type="email" placeholder="you@example.com" autocomplete="off" />
    <div class="row"><button class="button primary" type="button">Subscribe</button></div>
  </div>
  <div class="stack">
    ${ALERTS.map(
      ({ kind, title, text }) =>
        html`<div class="alert ${kind}"><strong>${title}</strong><span>${text}</span></div>`,
    )}
  </div>
`;

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
