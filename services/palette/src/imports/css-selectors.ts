/** Longer selectors name no mode. */
export const LONGEST_SELECTOR = 500;
/** Nested lists of selectors multiply. */
const MOST_ALTERNATIVES = 64;

/** Attributes and classes by which design systems turn modes on, with the mode's name. */
const MODES = [
  /\[[\w-]{0,40}(?:theme|mode|scheme|appearance)[\w-]{0,40}[~|^$*]?=\s*['"]?([\w-]{1,60})['"]?\s*(?:[is]\s*)?\]/gi,
  // `.theme-dark`, `.sl-theme-dark`, `.x-theme--dark`
  /\.(?:[\w-]{0,40}[-_])?(?:theme|mode|scheme)[-_]{1,2}([\w-]{1,60})/gi,
  // `.ion-palette-dark`, but not `.is-palette-primary`
  /\.(?:[\w-]{0,40}[-_])?palette[-_]{1,2}(?=dark|light|dim|high-contrast)([\w-]{1,60})/gi,
  /\.([a-z0-9_]{1,40})-(?:theme|mode|scheme)(?![\w-])/gi,
  /\.(dark|light)(?![\w-])/gi,
  /\[class\s*[~*]?=\s*['"]?(dark|light)['"]?\s*\]/gi,
  /\[(?:data-)?(dark|light)(?:-(?:theme|mode))?\]/gi,
];
/** A class that a page has in its mode, or a part of it in its variant: by how much it sets. */
const VARIANTS =
  /\.(?:[\w-]{1,40}--|[a-z]{1,6}-(?=(?:dark|light)(?![\w-])))(dark(?:est)?|light(?:est)?|dim|high-contrast|small|medium|large|compact|comfortable|cozy|spacious)(?![\w-])/gi;
/** Names for the page without a mode. */
const PLAIN_MODES = new Set(['light', 'default', 'auto', 'system']);
/** Where the page without a mode has another value, it is a mode, too. */
export const LIGHT = 'light';
/** Matches the page itself; brackets and combinators remain of functions such as `:where()`. */
const PAGE = /:root|:host|:scope|(?<![\w.#-])(?:html|body)(?![\w-])|:(?:is|where)(?=\()|[*&\s>+~(),]/gi;

/** The parts of a list, split at its outer commas. */
const splitList = (text: string): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '(' || letter === '[') depth += 1;
    else if (letter === ')' || letter === ']') depth -= 1;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
};

export type Specificity = readonly [ids: number, classes: number, elements: number];
export const NONE: Specificity = [0, 0, 0];
const add = (one: Specificity, other: Specificity): Specificity => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
];

/** The end of the bracket that opens right before a place, or of the text. */
const bracketEnd = (text: string, from: number): number => {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
};

/** Selectors with each of the alternatives that functions of lists give: `:is(html, body).dark`. */
const expanded = (selector: string): readonly string[] => {
  const done: string[] = [];
  const left = [selector];
  for (let next = left.shift(); next !== undefined && done.length < MOST_ALTERNATIVES; next = left.shift()) {
    const lists = /:(?:is|where|matches|-webkit-any)\(/gi;
    let parts: readonly string[] = [];
    while (parts.length < 2 && lists.exec(next) !== null)
      parts = splitList(next.slice(lists.lastIndex, bracketEnd(next, lists.lastIndex)));
    if (parts.length < 2) {
      done.push(next);
      continue;
    }
    const [before, after] = [next.slice(0, lists.lastIndex), next.slice(bracketEnd(next, lists.lastIndex))];
    left.unshift(...parts.slice(0, MOST_ALTERNATIVES).map((part) => `${before}${part}${after}`));
  }
  return done;
};

/** One of the selectors that a rule's list means, with what the whole of it weighs. */
export interface Alternative {
  readonly text: string;
  readonly specificity: Specificity;
}

/** The selectors of a rule inside of others: `&` is the one around it (CSS Nesting 1). */
export const alternativesIn = (outer: readonly Alternative[], rule: string): readonly Alternative[] => {
  const parts = splitList(rule.slice(0, 20 * LONGEST_SELECTOR)).flatMap((part) => {
    if (part.length > LONGEST_SELECTOR) return [{ text: part, specificity: NONE }];
    const specificity = specificityOf(part);
    return expanded(part).map((text) => ({ text, specificity }));
  });
  if (outer.length === 0) return parts.slice(0, MOST_ALTERNATIVES);
  const heaviest = heaviestOf(outer.map(({ specificity }) => specificity));
  return outer
    .flatMap((around) =>
      parts.map(({ text, specificity }) => ({
        text: text.includes('&') ? text.replaceAll('&', `:is(${around.text})`) : `${around.text} ${text}`,
        specificity: add(heaviest, specificity),
      })),
    )
    .slice(0, MOST_ALTERNATIVES);
};

/** Sorts the lighter one first. */
export const compareSpecificity = (one: Specificity, other: Specificity): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
const heaviestOf = (all: readonly Specificity[]): Specificity =>
  all.toSorted((one, other) => compareSpecificity(other, one))[0] ?? NONE;

/**
 * Ids, classes, elements (Selectors 4, §17), as closely as custom properties need. Of `:is()`, `:not()` and
 * `:has()` the most specific argument counts, of `:where()` none.
 */
const specificityOf = (selector: string): Specificity => {
  const match = /:(where|is|not|has)\(/i.exec(selector);
  if (match !== null) {
    const [opening, name = ''] = match;
    const from = match.index + opening.length;
    const to = bracketEnd(selector, from);
    const around = specificityOf(`${selector.slice(0, match.index)} ${selector.slice(to + 1)}`);
    if (/^where$/i.test(name)) return around;
    return add(around, heaviestOf(splitList(selector.slice(from, to)).map(specificityOf)));
  }
  const count = (pattern: RegExp): number => selector.match(pattern)?.length ?? 0;
  return [count(/#[\w-]/g), count(/\.[\w-]|\[|(?<!:):[\w-]/g), count(/(?<![\w.#:[="'-])[a-z][\w-]*|::/gi)];
};

/** The mode of several that apply together: `dark` and `high-contrast` are one of their own. */
const joinModes = (names: readonly string[]): string | undefined => {
  const set = [...new Set(names)].filter((name) => !PLAIN_MODES.has(name));
  // `[data-mode=dark][data-dark-theme=dark_dimmed]`
  const own = set.filter((name) => !set.some((other) => other !== name && other.startsWith(name)));
  return own.length > 0 ? own.join('-') : names.includes(LIGHT) ? LIGHT : undefined;
};

/** The page's own elements, the root first: nothing is around it, and nothing but it around the body. */
const NEARNESS = [/:root|:host|:scope|(?<![\w.#-])html(?![\w-])/i, /(?<![\w.#-])body(?![\w-])/i, /^\*$/];
const COMBINATOR = /\s*[>+~]\s*|\s+/;

/** How near to a part of the page a selector for the page sets something; -1 if nothing is where it looks. */
const nearnessOf = (selector: string): number => {
  const plain = selector.replaceAll(/\[[^\]]*\]|:(?:is|where)\(\s*|\s*\)/gi, '').trim();
  const parts = plain.split(COMBINATOR);
  if (parts.slice(1).some((part) => NEARNESS[0]?.test(part))) return -1;
  return Math.max(
    0,
    NEARNESS.findIndex((pattern) => pattern.test(parts.at(-1) ?? '')),
  );
};

/** What a selector is of the page. */
interface ReadSelector {
  /** The modes that it names. */
  readonly names: readonly string[];
  readonly isPage: boolean;
  readonly specificity: Specificity;
  readonly nearness: number;
}

/** Reads which part of the page a selector means, and in which modes. @param isLarge whether variants are modes */
export const readSelector = ({ text, specificity }: Alternative, isLarge: boolean): ReadSelector => {
  if (text.length > LONGEST_SELECTOR) return { names: [], isPage: false, specificity, nearness: 0 };
  // `:not()` means the opposite of the mode that it names, and `:has()` what somebody may have chosen.
  let rest = text
    .replaceAll(/:not\([^()]*\)/gi, '')
    .replaceAll(/:has\([^()]*(?:\([^()]*\)[^()]*)*\)/gi, ':has');
  const nearness = nearnessOf(rest);
  const names: string[] = [];
  for (const pattern of isLarge ? [...MODES, VARIANTS] : MODES)
    rest = rest.replaceAll(pattern, (_, name: string) => {
      names.push(name.toLowerCase());
      return '';
    });
  return { names, isPage: rest.replaceAll(PAGE, '') === '', specificity, nearness };
};

const isShade = (mode: string): boolean => mode === 'dark' || mode === LIGHT;

/** The mode of what is for a selector's modes and for viewers of another one. */
export const modeOf = (names: readonly string[], media: string | undefined) => {
  const own = joinModes(names);
  if (own === undefined) return { mode: media, isOfMedia: media !== undefined, isConditional: false };
  const isHigh = isShade(own) && media?.startsWith('high-contrast') === true;
  return {
    mode: isHigh ? joinModes([own, 'high-contrast']) : own,
    isOfMedia: false,
    // A theme that counts for a dark screen only isn't that theme.
    isConditional: !isShade(own) && media !== undefined && media !== LIGHT,
  };
};
