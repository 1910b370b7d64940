import { THEME_MODES } from '../theme.ts';
import type { Theme } from '../theme.ts';

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

const variables = (theme: Theme, mode: (typeof THEME_MODES)[number]): string =>
  theme.modes[mode].map(({ role, color }) => `--${role}:${color.hex}`).join(';');

/**
 * The style sheet of a theme's preview. It contains no client input, only this code and generated
 * colours.
 */
export const previewCss = (theme: Theme): string =>
  [
    COMPONENTS,
    `:root{color-scheme:light;${variables(theme, 'light')}}`,
    ...THEME_MODES.map((mode) => {
      const scheme = mode.endsWith('dark') ? 'dark' : 'light';
      return `.mode-${mode}{color-scheme:${scheme};${variables(theme, mode)}}`;
    }),
    ...THEME_MODES.flatMap((mode) =>
      theme.modes[mode].map(({ role, color }) => `.mode-${mode} .sw-${role}{background:${color.hex}}`),
    ),
  ].join('\n');
