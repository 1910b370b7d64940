import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { readSupports } from '../../src/imports/css-conditions.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import { computedBy } from '../design-systems/browser-values.ts';
import type { Surroundings } from '../design-systems/browser-values.ts';
import { renderText } from '../formats/render.ts';
import { sampleTheme } from '../sample-palette.ts';

const DARK_SYSTEM: Surroundings = { colorScheme: 'dark' };
const DARK_CLASS: Surroundings = { attributes: { class: 'dark' } };
const DARK_DATA: Surroundings = { attributes: { 'data-theme': 'dark' } };
const HIGH: Surroundings = { contrast: 'more' };

type Modes = Readonly<Record<string, Surroundings>>;
const PLAIN: Modes = { '': {} };
const SYSTEM: Modes = { '': {}, dark: DARK_SYSTEM };
const CLASS: Modes = { '': {}, dark: DARK_CLASS };

const P = (name: string, body: string): string => `@property --${name} { ${body} }`;

/** Style sheets, and how a browser is brought into each of the modes that an import should find. */
const SHEETS: readonly (readonly [css: string, modes?: Modes])[] = [
  // What a browser supports
  [':root { --c: #f00 } @supports (display: nonsense) { :root { --c: #0f0 } }'],
  [':root { --c: #f00 } @supports (display: grid) { :root { --c: #0f0 } }'],
  ['@supports (display: nonsense) { :root { --c: #0f0; --d: 1px } } :root { --d: 2px }'],
  ['@supports not (display: nonsense) { :root { --c: #0f0 } }'],
  ['@supports (display: nonsense) or (display: grid) { :root { --c: #0f0 } } :root { --d: 1px }'],
  ['@supports (display: nonsense) and (display: grid) { :root { --c: #0f0 } } :root { --d: 1px }'],
  [
    '@supports (color: oklch(50% 0.1 20)) { @supports (display: nonsense) { :root { --c: #0f0 } } } :root { --c: #f00 }',
  ],
  [':root { --c: #f00; @supports (display: nonsense) { --c: #0f0 } }'],
  [':root { --c: #f00; @supports (display: grid) { --c: #0f0 } }'],
  ['@supports selector(:nonsense) { :root { --c: #0f0 } } :root { --c: #f00 }'],
  ['@supports (display: nonsense) { .dark { --c: #0f0 } } :root { --c: #f00 } .dark { --c: #00f }', CLASS],
  // Lists of selectors in functions
  [':root:is(.x, .dark) { --c: #0f0 } :root { --c: #f00 }', CLASS],
  ['html { --c: #f00 } html:where(.x, .dark) { --c: #0f0 }', CLASS],
  [':is(html, .x):is(.dark, .night) { --c: #0f0 } :root { --c: #f00 }', CLASS],
  [':is(:root, #x) { --c: #0f0 } :root { --c: #f00 }'],
  [':where(:root, #x) { --c: #0f0 } html { --c: #f00 }'],
  [':root { --c: #f00 } :is(.dark, #x) { --c: #0f0 } :root.dark { --c: #00f }', CLASS],
  [':where(:root, :host) { --c: #f00 } :where(.dark, .dark *) { --c: #0f0 }', CLASS],
  [':root:is(:where(.dark, .night), .dim) { --c: #0f0 } :root { --c: #f00 }', CLASS],
  ['html:is(.dark, [data-theme=dark]) body { --c: #0f0 } body { --c: #f00 }', CLASS],
  [':is(html, body) { --c: #0f0 }'],
  [`${Array.from({ length: 24 }, (_, at) => `.x${at}`).join(', ')}, :root { --c: #0f0 }`],
  [
    `:root { --c: #f00 } ${Array.from({ length: 40 }, (_, at) => `.x${at}`).join(', ')}, .dark { --c: #0f0 }`,
    CLASS,
  ],
  [':root:not(.dark, .night) { --c: #f00 } .dark { --c: #0f0 }', CLASS],
  ['.dark :root { --c: #0f0 } :root { --c: #f00 }'],
  ['.dark html body { --c: #0f0 } :root { --c: #f00 }'],
  // What is nearer to an element counts
  [':root { --c: #f00 } body { --c: #0f0 }'],
  ['body { --c: #0f0 } :root:root { --c: #f00 }'],
  ['* { --c: #0f0 } :root { --c: #f00 }'],
  ['*, ::before, ::after { --c: #0f0 } body { --c: #f00 }'],
  ['body { --c: #0f0 } :root { --c: #f00 !important }'],
  // Registered properties
  [P('c', "syntax: '<color>'; inherits: false; initial-value: #f00")],
  [`${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} :root { --c: 12px }`],
  [`${P('c', "syntax: '<length>'; inherits: true; initial-value: 3px")} :root { --c: #f00 }`],
  [`${P('c', "syntax: '<length>'; inherits: true; initial-value: 3px")} :root { --c: 7px }`],
  [`${P('c', "syntax: '<length> | <color>'; inherits: true; initial-value: 3px")} :root { --c: #f00 }`],
  [`${P('c', "syntax: '<number>'; inherits: true; initial-value: 1")} :root { --c: 2px }`],
  [`${P('c', "syntax: '*'; inherits: true")} :root { --c: 2px }`],
  [`${P('c', 'inherits: true; initial-value: 3px')} :root { --d: 1px }`],
  [`${P('c', "syntax: '<length>'; initial-value: 3px")} :root { --d: 1px }`],
  [`${P('c', "syntax: '<length>'; inherits: true")} :root { --d: 1px }`],
  [`${P('c', "syntax: '<length>'; inherits: true; initial-value: #f00")} :root { --d: 1px }`],
  [`${P('c', "syntax: '<length>'; inherits: true; initial-value: 3em")} :root { --d: 1px }`],
  [
    `${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} ${P('c', "syntax: '<color>'; inherits: true; initial-value: #00f")}`,
  ],
  [
    `@layer b { ${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} } ${P('c', "syntax: '<color>'; inherits: true; initial-value: #00f")}`,
  ],
  [
    `${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} @supports (display: nonsense) { ${P('c', "syntax: '<color>'; inherits: true; initial-value: #00f")} }`,
  ],
  [`${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} :root { --c: var(--d); --d: 4px }`],
  [
    `${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} :root { --c: var(--dd); --dd: #0f0 } .dark { --dd: 4px }`,
    CLASS,
  ],
  [`${P('c', "syntax: '<color>'; inherits: true; initial-value: #f00")} .dark { --c: #0f0 }`, CLASS],
  // Layers
  ['@layer a, b; @layer b { :root { --c: #f00 } } @layer a { :root:root { --c: #0f0 } }'],
  ['@layer { html:root { --c: #f00 } } @layer { :root { --c: #00f } }'],
  ['@layer { :root { --c: #f00 !important } } @layer { :root { --c: #00f !important } }'],
  ['@layer a { @layer { html:root { --c: #f00 } } @layer { :root { --c: #00f } } }'],
  ['@layer a.b, a.a; @layer a { @layer a { :root { --c: #f00 } } @layer b { html:root { --c: #00f } } }'],
  ['@layer b { :root { --c: #f00 } } @layer a, b; @layer a { :root { --c: #0f0 } }'],
  [':root { --c: #f00; @layer a { --c: #0f0 } }'],
  [
    '@media (prefers-color-scheme: dark) { @layer a, b; } @layer b { :root { --c: #f00 } } @layer a { :root { --c: #0f0 } }',
  ],
  ['@LAYER a, b; @Layer b { :root { --c: #f00 } } @layer a { html:root { --c: #0f0 } }'],
  // Media queries in other rules
  [
    '@supports (display: grid) { @media (prefers-color-scheme: dark) { :root { --c: #0f0 } } } :root { --d: 1px } :root { --c: #f00 }',
  ],
  [
    ':root { --c: #f00 } @layer a { @media (prefers-color-scheme: dark) { :root { --d: 2px } } } :root { --d: 1px }',
  ],
  ['@layer a { :root { --c: #f00 } @media (prefers-color-scheme: dark) { :root { --c: #0f0 } } }', SYSTEM],
  [
    '@supports (display: grid) { :root { --c: #f00 } @media (prefers-color-scheme: dark) { :root { --c: #0f0 } } }',
    SYSTEM,
  ],
  [':root { --c: #f00; @media (prefers-color-scheme: dark) { --c: #0f0 } }', SYSTEM],
  [
    ':root { --c: #f00; @media (prefers-color-scheme: dark) { @supports (display: grid) { --c: #0f0 } } }',
    SYSTEM,
  ],
  [
    '@media screen { @media (prefers-color-scheme: dark) { :root { --c: #0f0 } } :root { --d: 1px } } html { --c: #f00 }',
    SYSTEM,
  ],
  [
    ':root { --c: #f00 } @media (prefers-color-scheme: dark) { :root { --c: #0f0 } @media (prefers-contrast: more) { :root { --c: #00f } } }',
    { '': {}, dark: DARK_SYSTEM, 'high-contrast-dark': { ...DARK_SYSTEM, ...HIGH }, 'high-contrast': HIGH },
  ],
  [
    ':root { --c: #f00 } @media (prefers-contrast: more) { :root { --c: #ff0 } @media (prefers-color-scheme: dark) { :root { --c: #00f } } }',
    { '': {}, dark: DARK_SYSTEM, 'high-contrast-dark': { ...DARK_SYSTEM, ...HIGH }, 'high-contrast': HIGH },
  ],
  [
    ':root { --c: #f00 } @media (prefers-color-scheme: dark) { @media (prefers-color-scheme: light) { :root { --c: #0f0 } } }',
    SYSTEM,
  ],
  [
    ':root { --c: #f00 } @media (prefers-color-scheme: dark) { @media print { :root { --c: #0f0 } } }',
    SYSTEM,
  ],
  [
    ':root { --c: #f00 } .dark { --c: #0f0 } @media (prefers-contrast: more) { .dark { --c: #00f } }',
    { '': {}, dark: DARK_CLASS, 'high-contrast-dark': { ...DARK_CLASS, ...HIGH } },
  ],
  [
    ':root { --c: #f00 } @media (prefers-color-scheme: dark) { .theme-sea { --c: #00f } } .theme-sea { --c: #0ff }',
    { '': {}, sea: { attributes: { class: 'theme-sea' } } },
  ],
  [
    '@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --c: #0f0 } } :root { --d: 1px; --c: #f00 }',
    SYSTEM,
  ],
  // Rules in rules
  [':root { --c: #f00; &.dark { --c: #0f0 } }', CLASS],
  [':root { --c: #f00; &[data-theme="dark"], &.night { --c: #0f0 } }', { '': {}, dark: DARK_DATA }],
  ['html { --c: #f00; .dark & { --c: #0f0 } }'],
  ['body { --c: #f00; .dark & { --c: #0f0 } }', CLASS],
  ['body { --c: #f00; &:is(.dark, .night) { --c: #00f } html.dark & { --c: #0f0 } }', CLASS],
  [':root, #x { & { --c: #f00 } } :root { --c: #0f0 }'],
  [':root { .card { --c: #f00 } --c: #0f0 }'],
  [':root { & { --c: #f00 } --c: #0f0 }'],
  [':root { --c: #f00; --d: #00f } .dark { & .card { --d: #f00 } --c: #0f0 }', CLASS],
  // Importance, order and parts
  [':root { --c: #f00 ! important; --c: #0f0 }'],
  ['@scope (.card) { :scope { --c: #0f0 } } :root { --c: #f00 }'],
  ['@container (width > 1px) { .a { --c: #0f0 } } :root { --c: #f00 }'],
  ['@keyframes x { from { --c: #0f0 } } :root { --c: #f00 }'],
  ['@font-face { --c: #0f0 } :root { --c: #f00 }'],
  ['@starting-style { :root { --c: #0f0 } } :root { --c: #f00 }'],
  [
    ':root { --c: #f00 } @media (width >= 1px) and (prefers-color-scheme: dark) { :root { --d: #0f0 } } :root { --d: #00f }',
  ],
];

/** Conditions that style sheets ask a browser for. */
const CONDITIONS = [
  '(display: grid)',
  '(display: nonsense)',
  '(display: masonry)',
  '(display: flow-root)',
  '(DISPLAY: Grid)',
  '(color: color(display-p3 1 1 1))',
  '(color: oklch(50% 0.1 20))',
  '(color: #zzz)',
  '(color: #abcd)',
  '(colr: red)',
  '(color: oklch(from red l c h))',
  '(color: light-dark(red, blue))',
  '(color: color-mix(in lab, red, red))',
  '(color: lab(from red l 1 1% / calc(alpha + 0.1)))',
  '(color: color(srgb 1 1 1))',
  '(color: rgb(1 2 3 4))',
  '(color: lch(0 0 0))',
  '(color: rgb(from red r g b))',
  '(color: AccentColor)',
  '(color: Canvas)',
  '(color: currentcolor)',
  '(color: color(rec2020 1 1 1))',
  '(--custom: 1)',
  '(--custom:)',
  '(width: 1lh)',
  '(height: 100dvh)',
  '(height: 100svh)',
  '(width: 1foo)',
  '(width: 10)',
  '(width: 0)',
  '(width: calc(1px + 2em))',
  '(width: round(1px, 2px))',
  '(width: min(1px, 2vw))',
  '(width: clamp(1rem, 2vw, 3rem))',
  '(width: sibling-index())',
  '(padding: env(safe-area-inset-left))',
  '(padding: max(0px, env(safe-area-inset-left)))',
  '(padding: 1px 2px 3px 4px 5px)',
  '(-moz-appearance: none)',
  '(-moz-orient: inline)',
  '(-ms-ime-align: auto)',
  '(-o-object-fit: cover)',
  '(-webkit-touch-callout: none)',
  '(-webkit-appearance: none)',
  '(-webkit-hyphens: none)',
  '(margin-trim: inline)',
  '(hanging-punctuation: first)',
  '(font: -apple-system-body)',
  '((-webkit-hyphens: none) and (not (margin-trim: inline))) or ((-moz-orient: inline) and (not (color:rgb(from red r g b))))',
  '(backdrop-filter: blur(2px))',
  '(-webkit-backdrop-filter: none) or (backdrop-filter: none)',
  '(-webkit-backdrop-filter: blur(2px))',
  '(text-wrap: balance)',
  '(text-wrap: pretty)',
  '(transition-behavior: allow-discrete)',
  '(field-sizing: content)',
  '(animation-timeline: scroll())',
  '(grid-template-rows: subgrid)',
  '(grid-template-rows: masonry)',
  '(interpolate-size: allow-keywords)',
  '(anchor-name: --x)',
  '(initial-letter: 3)',
  '(overflow: clip)',
  '(-webkit-line-clamp: 2)',
  '(-webkit-text-stroke: 1px red)',
  '(position: sticky)',
  '(position: -webkit-sticky)',
  '(width: -webkit-fill-available)',
  '(width: fit-content)',
  '(width: stretch)',
  '(-webkit-font-smoothing: antialiased)',
  '(inset: 0)',
  '(aspect-ratio: 1 / 2)',
  '(gap: 1px)',
  '(scrollbar-gutter: stable)',
  '(scrollbar-color: red blue)',
  '(accent-color: red)',
  '(content-visibility: auto)',
  '(container-type: inline-size)',
  '(mask-image: none)',
  '(-webkit-mask-image: none)',
  '(font-variation-settings: normal)',
  '(font-palette: light)',
  '(clip-path: polygon(0 0, 1px 1px))',
  '(filter: blur(1px))',
  '(object-fit: cover)',
  '(touch-action: manipulation)',
  '(line-clamp: 2)',
  '(display: inline-grid) and (not (display: -ms-grid))',
  'not (display: grid)',
  'not ((display: grid) and (gap: 1px))',
  '(not (display: grid))',
  'selector(:has(a))',
  'selector(:nonsense)',
  'selector(:focus-visible)',
  'selector(::-moz-range-thumb)',
  'selector(::-webkit-scrollbar)',
  'selector(a > b)',
  'selector(:is(a, b))',
  'selector(:popover-open)',
  'selector(::part(x))',
  'selector(:host-context(a))',
  'not selector(:focus-visible)',
  '(width: var(--x))',
  '(nonsense: var(--x))',
  '(display: inherit)',
  '(background: linear-gradient(in oklch, red, blue))',
  '(box-shadow: 0 0 1px red)',
  '(transform: rotate(1deg))',
  '(rotate: 1deg)',
  '(transition: opacity 1s linear(0, 1))',
  '(cursor: grab)',
  '(font-size-adjust: 0.5)',
  '(user-select: none)',
  '(-webkit-user-select: none)',
  '(appearance: base-select)',
  '(zoom: 1)',
  '(corner-shape: squircle)',
  '(text-box: trim-both cap alphabetic)',
  '(width: attr(data-x px, 0px))',
  'font-tech(color-COLRv1)',
  'font-format(woff2)',
  'nonsense',
  '(nonsense)',
  '(display grid)',
  '(display: grid;)',
];

describeInBrowser('style sheets as Chromium computes them', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(process.env);
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  it('support what is asked for', async () => {
    const theirs = await page.evaluate((all) => all.map((text) => CSS.supports(text)), CONDITIONS);
    const ours = CONDITIONS.map((text) => readSupports(`@supports ${text}`));
    expect(CONDITIONS.map((text, at) => [text, ours[at]])).toEqual(
      CONDITIONS.map((text, at) => [text, theirs[at]]),
    );
  });

  it.each(SHEETS.map(([css, modes = PLAIN]) => [css, modes] as const))('%s', async (css, modes) => {
    const { tokens, unresolved } = importTokens({ format: 'css', content: css });
    expect(unresolved).toEqual([]);
    const theme = sampleTheme(tokens);
    const exported = await renderText('css', tokensOfTheme(theme, null, null, null, 'own'), {
      prefix: '',
      case: 'keep',
    });
    const names = [...new Set([...css.matchAll(/--([a-z])\b/g)].map(([, name = '']) => name))];
    const types = new Map(theme.resolved.map(({ path, type }) => [path.join('-'), type]));
    const asked = names.map((name) => ({ name, type: types.get(name) ?? 'color' }));
    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const [mode, surroundings] of Object.entries(modes)) {
      const theirs = await computedBy(page, css, surroundings, asked);
      const attributes = mode === '' ? {} : { 'data-theme': mode, 'data-mode': mode };
      const ours = await computedBy(page, exported, { attributes }, asked);
      for (const { name } of asked) {
        found.push([mode, name, ours.get(name)]);
        expected.push([mode, name, theirs.get(name)]);
      }
    }
    expect(found).toEqual(expected);
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(theme.contexts.map((context) => context.name)));
  });
});
