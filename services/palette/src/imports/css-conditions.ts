import { lexer, parse } from 'css-tree';

/** What a browser asks about the one who looks at a page. */
interface Viewer {
  readonly isDark: boolean;
  readonly wantsContrast: boolean;
}

/** `undefined` where it depends on something else, such as the width of the screen. */
type Answer = boolean | undefined;

const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);
const every = (answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
const some = (answers: readonly Answer[]): Answer => not(every(answers.map(not)));

/** Features of a viewer without wishes (Media Queries 5): what they are unless somebody sets them. */
const USUAL = new Map([
  ['prefers-reduced-motion', 'no-preference'],
  ['prefers-reduced-transparency', 'no-preference'],
  ['prefers-reduced-data', 'no-preference'],
  ['forced-colors', 'none'],
  ['inverted-colors', 'none'],
  ['scripting', 'enabled'],
]);

const feature = (text: string, viewer: Viewer): Answer => {
  const [, name = '', value] = /^([\w-]+)\s*(?::\s*([\w-]+))?$/.exec(text.trim()) ?? [];
  if (name === 'prefers-color-scheme')
    return value === undefined || value === (viewer.isDark ? 'dark' : 'light');
  if (name === 'prefers-contrast')
    return value === undefined
      ? viewer.wantsContrast
      : value === (viewer.wantsContrast ? 'more' : 'no-preference');
  const usual = USUAL.get(name);
  if (usual === undefined) return undefined;
  return value === undefined ? usual === 'enabled' : value === usual;
};

/** The parts of a text between words or commas outside parentheses. */
const splitAt = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth !== 0) continue;
    separator.lastIndex = at;
    const found = separator.exec(text)?.[0];
    if (found === undefined) continue;
    parts.push(text.slice(from, at));
    from = at + found.length;
    at = from - 1;
  }
  return [...parts, text.slice(from)];
};

const DEEPEST = 8;

/** What conditions are made of: features in parentheses, and words or functions outside of them. */
interface Leaves {
  /** True if what is in parentheses is a feature, and no condition. */
  readonly isFeature: (inside: string) => boolean;
  readonly feature: (inside: string) => Answer;
  readonly other: (text: string) => Answer;
}

const condition = (text: string, leaves: Leaves, depth = 0): Answer => {
  const given = text.trim();
  if (depth > DEEPEST) return undefined;
  const alternatives = splitAt(given, /\s+or(?=[\s(])\s*/y);
  if (alternatives.length > 1) return some(alternatives.map((part) => condition(part, leaves, depth + 1)));
  const parts = splitAt(given, /\s+and(?=[\s(])\s*/y);
  if (parts.length > 1) return every(parts.map((part) => condition(part, leaves, depth + 1)));
  const opposite = /^not(?=[\s(])([^]*)$/.exec(given)?.[1];
  if (opposite !== undefined) return not(condition(opposite, leaves, depth + 1));
  const inside = /^\(([^]*)\)$/.exec(given)?.[1];
  if (inside === undefined) return leaves.other(given);
  return leaves.isFeature(inside) ? leaves.feature(inside) : condition(inside, leaves, depth + 1);
};

const mediaLeaves = (viewer: Viewer): Leaves => ({
  isFeature: (inside) => !/[()]|^\s*not\s/.test(inside),
  feature: (inside) => feature(inside, viewer),
  other: (text) =>
    text === 'all' || text === 'screen' ? true : /^(?:print|speech)$/.test(text) ? false : undefined,
});

/** One query: `not` in front of a medium means all of it. */
const query = (text: string, viewer: Viewer): Answer => {
  const [, isNot, rest = text] = /^(not)\s+((?:all|screen|print|speech)\b[^]*)$/.exec(text.trim()) ?? [];
  const answer = condition(rest.trim().replace(/^only\s+/, ''), mediaLeaves(viewer));
  return isNot === undefined ? answer : not(answer);
};

/** In which modes the rules of a media query count. */
export interface MediaModes {
  /** Undefined for the page without a mode. */
  readonly mode: 'light' | 'dark' | 'high-contrast' | 'high-contrast-dark' | undefined;
  /** It also depends on something else. */
  readonly isConditional: boolean;
  /** It counts on no screen. */
  readonly isNever: boolean;
}

/** Reads media queries in each other (Media Queries 5): the mode that they ask for, and whether for more. */
export const readMedia = (rules: readonly string[]): MediaModes => {
  const lists = rules.map((rule) =>
    splitAt(
      rule
        .replace(/^@media/i, '')
        .trim()
        .toLowerCase(),
      /,/y,
    ),
  );
  const answer = (isDark: boolean, wantsContrast: boolean): Answer =>
    every(lists.map((queries) => some(queries.map((text) => query(text, { isDark, wantsContrast })))));
  const inMode = (mode: MediaModes['mode'], counts: Answer): MediaModes => ({
    mode,
    isConditional: counts === undefined,
    isNever: counts === false,
  });
  const [light, dark] = [answer(false, false), answer(true, false)];
  if (light === dark && light !== false) return inMode(undefined, light);
  if (light !== dark)
    return light === false || (light === undefined && dark === true)
      ? inMode('dark', dark)
      : inMode('light', light);
  const lightContrast = answer(false, true);
  if (lightContrast !== false) return inMode('high-contrast', lightContrast);
  const darkContrast = answer(true, true);
  return inMode(darkContrast === false ? undefined : 'high-contrast-dark', darkContrast);
};

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Properties that Chromium knows with its prefix. */
const PREFIXED = setOf(
  `align-content align-items align-self animation animation-delay animation-direction animation-duration animation-fill-mode
  animation-iteration-count animation-name animation-play-state animation-timing-function appearance backface-visibility
  background-clip background-origin background-size border-bottom-left-radius border-bottom-right-radius border-image border-radius
  border-top-left-radius border-top-right-radius box-align box-decoration-break box-direction box-flex box-ordinal-group box-orient
  box-pack box-reflect box-shadow box-sizing clip-path column-count column-gap column-rule column-rule-color column-rule-style
  column-rule-width column-span column-width columns filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
  font-feature-settings font-smoothing hyphenate-character justify-content line-break line-clamp mask mask-clip mask-composite
  mask-image mask-origin mask-position mask-position-x mask-position-y mask-repeat mask-size opacity order perspective
  perspective-origin print-color-adjust ruby-position shape-image-threshold shape-margin shape-outside tap-highlight-color
  text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-fill-color text-orientation text-security
  text-size-adjust text-stroke text-stroke-color text-stroke-width transform transform-origin transform-style transition
  transition-delay transition-duration transition-property transition-timing-function user-drag user-modify user-select writing-mode`,
);

/** Properties that Chromium lacks, though somebody specified them. */
const LACKING = setOf(
  `align-tracks behavior box-align box-direction box-flex box-flex-group box-lines box-ordinal-group box-orient box-pack caret
  cue cue-after cue-before font-smooth font-synthesis-position font-width glyph-orientation-horizontal glyph-orientation-vertical
  hanging-punctuation image-resolution ime-mode initial-letter-align justify-tracks kerning line-clamp line-height-step mask-border
  mask-border-mode mask-border-outset mask-border-repeat mask-border-slice mask-border-source mask-border-width
  masonry-auto-flow max-lines overflow-clip-box pause pause-after pause-before rest rest-after rest-before ruby-merge
  scroll-snap-coordinate scroll-snap-destination scroll-snap-points-x scroll-snap-points-y scroll-snap-type-x scroll-snap-type-y
  speak-as stroke-color text-decoration-inset text-decoration-skip white-space-trim`,
);

/** Values of other browsers, and one that the library lacks. */
const OTHER_VALUES = /(?<![\w-])-(?:moz|ms|o|apple)-|-webkit-sticky|-webkit-named-image/;

const isKnown = (name: string): boolean => {
  const prefixed = /^-([a-z]+)-(.+)$/.exec(name);
  if (prefixed !== null) return prefixed[1] === 'webkit' && PREFIXED.has(prefixed[2] ?? '');
  return lexer.getProperty(name) !== null && !LACKING.has(name);
};

/** True if Chromium reads a declaration. */
const isSupported = (declaration: string): boolean => {
  const [, name = '', written = ''] = /^\s*([\w-]+)\s*:([^]*)$/.exec(declaration) ?? [];
  const value = written.trim();
  if (name.startsWith('--')) return name.length > 2;
  if (!isKnown(name) || OTHER_VALUES.test(value)) return false;
  // What these stand for isn't known before a page is shown.
  if (/\b(?:var|attr|env)\(|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(\s*from\s/.test(value))
    return true;
  if (name === 'appearance' && value === 'base-select') return true;
  return lexer.matchProperty(name, value).error === null;
};

const PSEUDO_CLASSES = setOf(
  `active active-view-transition any-link autofill checked current default defined dir disabled empty enabled first first-child
  first-of-type focus focus-visible focus-within fullscreen future has host host-context hover in-range indeterminate invalid is
  lang last-child last-of-type left link modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type
  open optional out-of-range past picture-in-picture placeholder-shown popover-open read-only read-write required right root scope
  state target target-current user-invalid user-valid valid visited where after before first-letter first-line`,
);
const PSEUDO_ELEMENTS = setOf(
  `after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error
  highlight marker part picker picker-icon placeholder scroll-marker scroll-marker-group selection slotted spelling-error
  target-text view-transition view-transition-group view-transition-image-pair view-transition-new view-transition-old`,
);

const isKnownSelector = (selector: string): boolean => {
  try {
    parse(selector, { context: 'selector' });
  } catch {
    return false;
  }
  return [...selector.matchAll(/(::?)(-?[a-z][\w-]*)/g)].every(
    ([, colons, name = '']) =>
      name.startsWith('-webkit-') || (colons === '::' ? PSEUDO_ELEMENTS : PSEUDO_CLASSES).has(name),
  );
};

const FONTS = setOf(
  `font-tech(color-colrv0) font-tech(color-colrv1) font-tech(color-sbix) font-tech(color-cbdt) font-tech(variations)
  font-tech(palettes) font-tech(features-opentype) font-tech(features-aat) font-format(collection) font-format(opentype)
  font-format(truetype) font-format(woff) font-format(woff2)`,
);

const SUPPORTS: Leaves = {
  isFeature: (inside) => /^\s*[\w-]+\s*:/.test(inside),
  feature: isSupported,
  other: (text) => {
    const selector = /^selector\(([^]*)\)$/.exec(text)?.[1];
    return selector === undefined ? FONTS.has(text.replaceAll(/\s/g, '')) : isKnownSelector(selector);
  },
};

/** True if a browser of today supports what `@supports` asks for (CSS Conditional Rules 4). */
export const readSupports = (rule: string): boolean =>
  condition(rule.replace(/^@supports/i, '').toLowerCase(), SUPPORTS) === true;

/** True if a value is of the syntax that a property is registered with (CSS Properties and Values, §5). */
export const isOfSyntax = (syntax: string, value: string): boolean =>
  syntax === '*' || lexer.match(syntax, value).error === null;
