import type { Language } from '@platform/errors';
import { html, raw } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { shownRatio } from '../../color/contrast-ratio.ts';
import { isDarkMode } from '../modes/mode-plan.ts';
import { roleModes } from '../theme-modes.ts';
import type { Theme, ThemeColor, ThemeMode, ThemeWithPalette } from '../theme.ts';
import { harmonyName, PREVIEW_TEXTS } from './preview-texts.ts';
import type { PreviewTexts } from './preview-texts.ts';

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

const ALERTS = ['success', 'warning', 'error', 'info'] as const;

/** A sentence with a link in it. */
const linked = ([before = '', link = '', after = '']: readonly string[], mode: ThemeMode): Html =>
  html`<p>${before}<a href="#${mode}">${link}</a>${after}</p>`;

const components = (mode: ThemeMode, t: PreviewTexts): Html => html`
  <div class="stack">
    ${linked(t.text, mode)}
    <p class="muted">${t.muted}</p>
  </div>
  <div class="row">
    <button class="button primary" type="button">${t.primary}</button>
    <button class="button secondary" type="button">${t.secondary}</button>
    <button class="button tertiary" type="button">${t.tertiary}</button>
    <button class="button danger" type="button">${t.delete}</button>
    <button class="button outline" type="button">${t.cancel}</button>
    <button class="button outline focused" type="button">${t.focused}</button>
  </div>
  <div class="row">
    <span class="chip p">${t.primary}</span><span class="chip s">${t.secondary}</span
    ><span class="chip t">${t.tertiary}</span><span class="chip n">${t.neutral}</span>
  </div>
  <div class="card">
    <h3>${t.card}</h3>
    ${linked(t.onCard, mode)}
    <label class="label" for="field-${mode}">${t.email}</label>
    <input
      class="field"
      id="field-${mode}"
      type="email"
      placeholder="${t.emailExample}"
      autocomplete="off"
    />
    <div class="row"><button class="button primary" type="button">${t.subscribe}</button></div>
  </div>
  <div class="stack">
    ${ALERTS.map(
      (kind) =>
        html`<div class="alert ${kind}">
          <strong>${t.alerts[kind][0] ?? ''}</strong><span>${t.alerts[kind][1] ?? ''}</span>
        </div>`,
    )}
  </div>
`;

const titleOf = (mode: ThemeMode, t: PreviewTexts): string =>
  t.modes[mode] ?? `${mode.slice(0, 1).toUpperCase()}${mode.slice(1).replaceAll('-', ' ')}`;

const roleTable = (
  { theme }: ThemeWithPalette,
  mode: ThemeMode,
  t: PreviewTexts,
  ratios: Intl.NumberFormat,
): Html => html`
  <details>
    <summary>${t.allRoles(rolesIn(theme, mode).length)}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="${t.rolesIn(titleOf(mode, t))}">
      <table>
        <thead>
          <tr>
            <th scope="col">${t.role}</th>
            <th scope="col">${t.hex}</th>
            <th scope="col">${t.on}</th>
            <th scope="col">${t.ratio}</th>
          </tr>
        </thead>
        <tbody>
          ${rolesIn(theme, mode).map(
            ({ role, color, on }) =>
              html`<tr>
                <td><span class="swatch sw-${role}"></span>${role}</td>
                <td class="number">${shown(color)}</td>
                <td>${on?.role ?? '–'}</td>
                <td class="number">${on === null ? '–' : ratios.format(shownRatio(on.ratio))}</td>
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
export const themePreview = (given: ThemeWithPalette, language: Language): { page: string; css: string } => {
  const { theme, palette } = given;
  const t = PREVIEW_TEXTS[language];
  const ratios = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const css = previewCss(theme);
  // One piece: the policy allows exactly these bytes, and a template might add white space.
  const style = raw(`<style>${css}</style>`);
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t.title(theme.name)}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <header class="page">
          <h1>${theme.name}</h1>
          <p class="muted">
            ${t.madeFrom(harmonyName(palette.harmony, language), palette.count, palette.baseColor.input)}
          </p>
        </header>
        <main class="modes">
          ${roleModes(theme).map(
            (mode) =>
              html`<section class="mode mode-${mode}" id="${mode}" aria-labelledby="title-${mode}">
                <h2 id="title-${mode}">${titleOf(mode, t)}</h2>
                ${components(mode, t)} ${roleTable(given, mode, t, ratios)}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return { page: page.toString(), css };
};
