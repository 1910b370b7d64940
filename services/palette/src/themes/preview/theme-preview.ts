import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { shownRatio } from '../../color/contrast-ratio.ts';
import { isDarkMode } from '../modes/mode-plan.ts';
import { roleModes } from '../theme-modes.ts';
import type { Theme, ThemeColor, ThemeMode } from '../theme.ts';
import type { ThemeWithPalette } from '../themes-service.ts';

/** Layout and components, painted with the roles of the mode that contains them. */
const COMPONENTS = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",sans-serif;background:var(--background);color:var(--on-background)}
header.page{padding:2rem clamp(1rem,4vw,3rem) 1.5rem}
h1{margin:0;font-size:clamp(1.6rem,4vw,2.4rem);line-height:1.15;letter-spacing:-.02em;overflow-wrap:anywhere}
h2{margin:0;font-size:1.25rem}
h3{margin:0;font-size:1rem}
p{margin:0}
a{color:var(--link);text-underline-offset:.2em}
.muted{color:var(--on-surface-variant)}
.modes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr))}
.mode{background:var(--background);color:var(--on-background);padding:2rem clamp(1rem,4vw,3rem);display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;align-content:start;min-width:0}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.stack{display:grid;gap:.75rem;min-width:0}
.card{background:var(--surface);color:var(--on-surface);border:1px solid var(--border);border-radius:14px;padding:1.25rem;display:grid;gap:.75rem;min-width:0}
.button{font:inherit;font-weight:600;border:1px solid transparent;border-radius:10px;padding:.6rem 1.1rem;min-height:44px;cursor:pointer}
.button:focus-visible,.field:focus-visible,a:focus-visible,.focused{outline:3px solid var(--focus);outline-offset:2px}
.primary{background:var(--primary);color:var(--on-primary);border-color:var(--primary-border)}
.secondary{background:var(--secondary);color:var(--on-secondary);border-color:var(--secondary-border)}
.tertiary{background:var(--tertiary);color:var(--on-tertiary);border-color:var(--tertiary-border)}
.danger{background:var(--error);color:var(--on-error);border-color:var(--error-border)}
.outline{background:transparent;color:var(--on-background);border-color:var(--border)}
.label{font-weight:600;font-size:.9rem}
.field{font:inherit;width:100%;min-width:0;min-height:44px;padding:.55rem .8rem;border-radius:10px;border:1px solid var(--border);background:var(--surface);color:var(--on-surface)}
.field::placeholder{color:var(--on-surface-variant);opacity:1}
.alert{border-radius:10px;padding:.75rem 1rem;display:grid;gap:.15rem;border-left:6px solid}
.alert.success{background:var(--success-container);color:var(--on-success-container);border-color:var(--success)}
.alert.warning{background:var(--warning-container);color:var(--on-warning-container);border-color:var(--warning)}
.alert.error{background:var(--error-container);color:var(--on-error-container);border-color:var(--error)}
.alert.info{background:var(--info-container);color:var(--on-info-container);border-color:var(--info)}
.chip{border-radius:999px;padding:.2rem .75rem;font-size:.85rem;font-weight:600}
.chip.p{background:var(--primary-container);color:var(--on-primary-container)}
.chip.s{background:var(--secondary-container);color:var(--on-secondary-container)}
.chip.t{background:var(--tertiary-container);color:var(--on-tertiary-container)}
.chip.n{background:var(--surface-variant);color:var(--on-surface-variant)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.85rem;background:var(--background)}
th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid var(--border);white-space:nowrap}
th{background:var(--surface-variant);color:var(--on-surface-variant)}
td.number{font-variant-numeric:tabular-nums}
.swatch{display:inline-block;width:1.1rem;height:1.1rem;border-radius:4px;border:1px solid var(--border);vertical-align:-.2rem;margin-right:.5rem}
summary{cursor:pointer;font-weight:600;padding:.6rem 0}
`;

const shown = ({ hex, alpha = 1 }: ThemeColor): string =>
  alpha === 1
    ? hex
    : `${hex}${Math.round(alpha * 255)
        .toString(16)
        .padStart(2, '0')}`;

const rolesIn = (theme: Theme, mode: ThemeMode) => theme.modes[mode] ?? [];

const variables = (theme: Theme, mode: ThemeMode): string =>
  rolesIn(theme, mode)
    .map(({ role, color }) => `--${role}:${shown(color)}`)
    .join(';');

/**
 * The style sheet of a theme's preview. It contains no client input, only this code and generated
 * colours.
 */
const previewCss = (theme: Theme): string =>
  [
    COMPONENTS,
    `:root{color-scheme:light;${variables(theme, 'light')}}`,
    ...roleModes(theme).map((mode) => {
      const background = rolesIn(theme, mode).find(({ role }) => role === 'background');
      const scheme = isDarkMode(mode, background?.color.oklch.l) ? 'dark' : 'light';
      return `.mode-${mode}{color-scheme:${scheme};${variables(theme, mode)}}`;
    }),
    ...roleModes(theme).flatMap((mode) =>
      rolesIn(theme, mode).map(({ role, color }) => `.mode-${mode} .sw-${role}{background:${shown(color)}}`),
    ),
  ].join('\n');

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

const titleOf = (mode: ThemeMode): string => {
  if (mode === 'high-contrast-dark') return 'High contrast, dark';
  return `${mode.slice(0, 1).toUpperCase()}${mode.slice(1).replaceAll('-', ' ')}`;
};

const roleTable = ({ theme }: ThemeWithPalette, mode: ThemeMode): Html => html`
  <details>
    <summary>All ${rolesIn(theme, mode).length} roles</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Roles in ${titleOf(mode)}">
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
          ${rolesIn(theme, mode).map(
            ({ role, color, on }) =>
              html`<tr>
                <td><span class="swatch sw-${role}"></span>${role}</td>
                <td class="number">${shown(color)}</td>
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
export const themePreview = (given: ThemeWithPalette): { page: string; css: string } => {
  const { theme, palette } = given;
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
          ${roleModes(theme).map(
            (mode) =>
              html`<section class="mode mode-${mode}" id="${mode}" aria-labelledby="title-${mode}">
                <h2 id="title-${mode}">${titleOf(mode)}</h2>
                ${components(mode)} ${roleTable(given, mode)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return { page: page.toString(), css };
};
