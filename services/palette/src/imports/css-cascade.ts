import { MOST_MODES } from '../themes/tokens/resolve-modes.ts';
import { readStyleSheet } from './css-blocks.ts';
import type { CustomProperty } from './css-blocks.ts';
import { readMedia } from './css-media.ts';
import { ImportFault } from './import-format.ts';

/** Declarations of them in all: large systems have some thousands. */
const MOST_DECLARATIONS = 200_000;

/** Below all layers: what a property is where nothing sets it (CSS Properties and Values, §2.3). */
const INITIAL = -1;

/** Where a declaration counts: the whole page or a part of it, and in which mode. */
interface Scope {
  /** Undefined for the page as it is without a mode. */
  readonly mode: string | undefined;
  /** The mode is what a viewer wishes, so that rules without it count as well. */
  readonly isOfMedia: boolean;
  readonly isPage: boolean;
  /** True if it depends on something else: the width of the screen, what a browser supports. */
  readonly isConditional: boolean;
  /** Layers below those that come later, and below what is in none (CSS Cascade 5, §6.4.4). */
  readonly layer: number;
  readonly specificity: Specificity;
  /** Its surroundings, to tell scopes apart. */
  readonly text: string;
}

/** Longer selectors name no mode. */
const LONGEST_SELECTOR = 500;
/** Nested lists of selectors multiply. */
const MOST_ALTERNATIVES = 16;

/** Attributes and classes by which design systems turn modes on, with the mode's name. */
const MODES = [
  /\[[\w-]{0,40}(?:theme|mode|scheme|appearance)[\w-]{0,40}[~|^$*]?=\s*['"]?([\w-]{1,60})['"]?\s*(?:[is]\s*)?\]/gi,
  // `.theme-dark`, `.sl-theme-dark`, `.x-theme--dark`
  /\.(?:[\w-]{0,40}[-_])?(?:theme|mode|scheme|palette)[-_]{1,2}([\w-]{1,60})/gi,
  /\.([a-z0-9_]{1,40})-(?:theme|mode|scheme)(?![\w-])/gi,
  /\.(dark|light)(?![\w-])/gi,
  /\[class\s*[~*]?=\s*['"]?(dark|light)['"]?\s*\]/gi,
  /\[(?:data-)?(dark|light)(?:-(?:theme|mode))?\]/gi,
];
/** A class that a page has in its mode, or a part of it in its variant: by how much it sets. */
const VARIANTS =
  /\.[\w-]{1,40}--(dark(?:est)?|light(?:est)?|dim|high-contrast|small|medium|large|compact|comfortable|cozy|spacious)(?![\w-])/gi;
/** Custom properties that a variant of a component doesn't have. */
const OF_A_PAGE = 20;
/** Names for the page without a mode. */
const PLAIN_MODES = new Set(['light', 'default', 'auto', 'system']);
/** Where the page without a mode has another value, it is a mode, too. */
const LIGHT = 'light';
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

/** A selector's alternatives: those of its list, and of a function that is all of one. */
const alternativesOf = (selector: string): string[] =>
  splitList(selector).flatMap((part) => {
    const inner = /^(?:[*&]|:root)?:(?:is|where)\(([^]*)\)$/.exec(part)?.[1];
    return inner === undefined || !inner.includes(',') ? [part] : splitList(inner);
  });

type Specificity = readonly [ids: number, classes: number, elements: number];

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

const compare = (one: Specificity, other: Specificity): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

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
    const [inner = [0, 0, 0] as const] = splitList(selector.slice(from, to))
      .map(specificityOf)
      .toSorted((one, other) => compare(other, one));
    return [around[0] + inner[0], around[1] + inner[1], around[2] + inner[2]];
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

const readSelector = (selector: string, isLarge: boolean): Pick<Scope, 'mode' | 'isPage' | 'specificity'> => {
  if (selector.length > LONGEST_SELECTOR) return { mode: undefined, isPage: false, specificity: [0, 0, 0] };
  // `:not()` means the opposite of the mode that it names, and `:has()` what somebody may have chosen.
  let rest = selector
    .replaceAll(/:not\([^()]*\)/gi, '')
    .replaceAll(/:has\([^()]*(?:\([^()]*\)[^()]*)*\)/gi, ':has');
  const names: string[] = [];
  for (const pattern of isLarge ? [...MODES, VARIANTS] : MODES)
    rest = rest.replaceAll(pattern, (_, name: string) => {
      names.push(name.toLowerCase());
      return '';
    });
  const specificity = specificityOf(selector);
  return { mode: joinModes(names), isPage: rest.replaceAll(PAGE, '') === '', specificity };
};

/** The name of the layer that rules put a block into, with those around it. */
const layerIn = (context: readonly string[]): string =>
  context
    .flatMap((rule) => (/^@layer\b/i.test(rule) ? [rule.slice('@layer'.length).trim() || 'anonymous'] : []))
    .join('.');

/** Layers in the order in which they count: those inside of another before its own rules. */
const createLayers = () => {
  const inside = new Map<string, Set<string>>([['', new Set()]]);
  const ranks = new Map<string, number>();
  const rank = (layer: string): void => {
    for (const inner of inside.get(layer) ?? []) rank(inner);
    ranks.set(layer, ranks.size);
  };
  return {
    declare: (name: string): void => {
      const parts = name.split('.');
      for (const place of parts.keys()) {
        const [outer, layer] = [parts.slice(0, place).join('.'), parts.slice(0, place + 1).join('.')];
        inside.get(outer)?.add(layer);
        if (!inside.has(layer)) inside.set(layer, new Set());
      }
    },
    rankOf: (name: string): number => {
      if (ranks.size === 0) rank('');
      return ranks.get(name) ?? 0;
    },
  };
};

/**
 * Reads the scopes of blocks, and remembers them: a block may have thousands of properties.
 * @param isLarge whether a block sets as much as pages do
 */
const createScopes = (isLarge: (context: readonly string[]) => boolean) => {
  const known = new Map<readonly string[], readonly Scope[]>();
  const layers = createLayers();
  const scopesOf = (context: readonly string[]): readonly Scope[] => {
    let alternatives = [''];
    let mode: string | undefined;
    let isConditional = false;
    let isPart = false;
    const name = layerIn(context);
    let layer = name === '' ? Number.POSITIVE_INFINITY : layers.rankOf(name);
    for (const rule of context)
      if (/^@media\b/i.test(rule)) {
        const media = readMedia(rule.slice(0, LONGEST_SELECTOR));
        mode = media.mode ?? mode;
        isConditional ||= media.isConditional;
      } else if (/^@property\b/i.test(rule)) layer = INITIAL;
      // Browsers of today support what they are asked for.
      else if (/^@supports\b/i.test(rule)) isConditional ||= /^@supports\s*not\b/i.test(rule);
      else if (/^@layer\b/i.test(rule)) continue;
      else if (/^@starting-style\b/i.test(rule)) isConditional = true;
      else if (rule.startsWith('@')) isPart ||= !rule.startsWith('@theme');
      else {
        const inner = alternativesOf(rule.slice(0, 20 * LONGEST_SELECTOR));
        alternatives = alternatives
          .flatMap((outer) => inner.map((part) => `${outer} ${part}`.trim()))
          .slice(0, MOST_ALTERNATIVES);
      }
    const read = alternatives.map((selector): Scope => {
      const own = readSelector(selector, isLarge(context));
      return {
        ...own,
        mode: own.mode ?? mode,
        isOfMedia: own.mode === undefined && mode !== undefined,
        isPage: own.isPage && !isPart,
        isConditional,
        layer,
        text: [...context.filter((rule) => /^@(?!layer\b|supports\s*(?!not\b))/i.test(rule)), selector].join(
          ' ',
        ),
      };
    });
    // Several selectors of a rule may mean the same: the page in the same mode.
    return read.filter(
      (one, place) =>
        read.findIndex((other) => other.mode === one.mode && other.isPage === one.isPage) === place,
    );
  };
  return {
    declareLayers: (names: readonly string[], context: readonly string[]): void => {
      const outer = layerIn(context);
      for (const name of names) layers.declare(outer === '' ? name : `${outer}.${name}`);
      if (outer !== '') layers.declare(outer);
    },
    of: (context: readonly string[]): readonly Scope[] => {
      const found = known.get(context) ?? scopesOf(context);
      known.set(context, found);
      return found;
    },
  };
};

interface Declaration {
  readonly scope: Scope;
  readonly value: string;
  readonly isImportant: boolean;
  readonly order: number;
}

/** True if a declaration overrides an earlier one (CSS Cascade 5, §6). */
const wins = (later: Declaration, earlier: Declaration): boolean => {
  const [one, other] = [later.scope, earlier.scope];
  if (one.isPage !== other.isPage) return one.isPage;
  if (one.isConditional !== other.isConditional) return other.isConditional;
  // Of parts of the page, and of screens, the first one represents all.
  if ((!one.isPage || one.isConditional) && one.text !== other.text) return false;
  if (later.isImportant !== earlier.isImportant) return later.isImportant;
  // Importance turns the order of layers round (CSS Cascade 5, §6.4.4).
  if (one.layer !== other.layer) return one.layer > other.layer !== later.isImportant;
  return compare(one.specificity, other.specificity) >= 0;
};

/** True if a declaration counts for the page whatever else there is. */
const counts = ({ scope }: Declaration): boolean => scope.isPage && !scope.isConditional;

/** True if what a page has without a mode counts in this one, too. */
const isBeaten = (inMode: Declaration, plain: Declaration): boolean => {
  if (!counts(plain)) return false;
  if (inMode.scope.isConditional) return true;
  if (!inMode.scope.isOfMedia || !inMode.scope.isPage) return false;
  return plain.order > inMode.order ? wins(plain, inMode) : !wins(inMode, plain);
};

/** A custom property with the value that counts in each mode. */
export interface CascadedProperty {
  readonly name: string;
  /** Undefined where only modes have one. */
  readonly value: string | undefined;
  readonly inModes: ReadonlyMap<string, string>;
}

export interface CascadeOptions {
  readonly say: (change: string) => void;
  /** Keeps what it takes to itself, for formats with blocks of their own. */
  readonly takesItself?: (property: CustomProperty) => boolean;
  /** True if parts of the page count where the page itself is silent. */
  readonly withParts: boolean;
}

/**
 * Reads the custom properties of a style sheet as a browser would compute them for the page, in each
 * mode: by importance, layer, specificity and order.
 * @throws ImportFault for blocks that nest too deep, and too many properties
 */
export const cascade = (css: string, { say, takesItself, withParts }: CascadeOptions): CascadedProperty[] => {
  const sizes = new Map<readonly string[], number>();
  const scopes = createScopes((context) => (sizes.get(context) ?? 0) >= OF_A_PAGE);
  const found = new Map<string, Map<string | undefined, Declaration>>();
  const modes = new Set<string>();
  const leftOut = new Set<string>();

  const declare = (name: string, declaration: Declaration): void => {
    const { mode, text } = declaration.scope;
    if (mode !== undefined && !modes.has(mode)) {
      if (modes.size === MOST_MODES) {
        if (!leftOut.has(mode) && leftOut.size < MOST_MODES)
          say(`The mode ${mode} was left out: a theme has at most ${MOST_MODES}.`);
        leftOut.add(mode);
        return;
      }
      modes.add(mode);
    }
    const own = found.get(name) ?? new Map<string | undefined, Declaration>();
    found.set(name, own);
    const before = own.get(mode);
    const isWinner = before === undefined || wins(declaration, before);
    if (before !== undefined && before.value !== declaration.value) {
      const place = (isWinner ? before.scope.text : text).slice(0, 100);
      say(`--${name} in ${place} was left out; another declaration counts.`);
    }
    if (isWinner) own.set(mode, declaration);
  };

  const properties: CustomProperty[] = [];
  const empty = new Set<string>();
  readStyleSheet(css, {
    onLayers: scopes.declareLayers,
    onProperty: (property) => {
      if (takesItself?.(property)) return;
      const { context } = property;
      properties.push(property);
      if (properties.length > MOST_DECLARATIONS)
        throw new ImportFault(
          `must not have more than ${MOST_DECLARATIONS.toLocaleString('en')} custom properties`,
        );
      const size = sizes.get(context) ?? 0;
      if (size === 0) scopes.declareLayers([], context);
      sizes.set(context, size + 1);
    },
  });
  let order = 0;
  for (const { name, value: written, context } of properties) {
    if (written === '') {
      empty.add(name);
      continue;
    }
    const value = written.replace(/(?<!\s)\s*!\s*important$/i, '');
    const isImportant = value !== written;
    for (const scope of scopes.of(context))
      if (withParts || scope.isPage) declare(name, { scope, value, isImportant, order: (order += 1) });
  }
  for (const name of empty) if (!found.has(name)) say(`--${name} is empty and was left out.`);
  return [...found].map(([name, own]) => {
    const plain = own.get(undefined);
    const light = own.get(LIGHT);
    const isSilent = plain === undefined || !counts(plain);
    // A page whose viewers see light unless they wish for dark: what it has otherwise is the dark one.
    const isWished = light?.scope.isOfMedia === true && (isSilent || !isBeaten(light, plain));
    const isPlain = light !== undefined && (isSilent || isWished || plain.value === light.value);
    const inModes = [...own].flatMap(([mode, declaration]) => {
      if (mode === undefined || (isPlain && mode === LIGHT)) return [];
      if (plain === undefined || !isBeaten(declaration, plain)) return [[mode, declaration.value] as const];
      say(`--${name} in ${declaration.scope.text.slice(0, 100)} was left out; another declaration counts.`);
      return [];
    });
    if (isWished && !isSilent && !own.has('dark')) inModes.push(['dark', plain.value]);
    return { name, value: (isPlain ? light : plain)?.value, inModes: new Map(inModes) };
  });
};
