import { MOST_MODES } from '../themes/tokens/resolve-modes.ts';
import { readStyleSheet } from './css-blocks.ts';
import type { CustomProperty, Registration } from './css-blocks.ts';
import { isOfSyntax, readMedia, readSupports } from './css-conditions.ts';
import {
  alternativesIn,
  compareSpecificity,
  LIGHT,
  LONGEST_SELECTOR,
  modeOf,
  NONE,
  readSelector,
} from './css-selectors.ts';
import type { Alternative, Specificity } from './css-selectors.ts';
import { ImportFault } from './import-format.ts';

/** Declarations of them in all: large systems have some thousands. */
const MOST_DECLARATIONS = 200_000;

/** Custom properties that a variant of a component doesn't have. */
const OF_A_PAGE = 20;

/** Below all layers: what a property is where nothing sets it (CSS Properties and Values, §2.3). */
const INITIAL = -1;

/** A rule around a whole file that is a mode. */
const OF_FILE = /^@mode-of-file ([\w-]+)$/;
export const inModeOfFile = (mode: string, css: string): string => `@mode-of-file ${mode} {\n${css}\n}`;

/** Where a declaration counts: the whole page or a part of it, and in which mode. */
interface Scope {
  /** Undefined for the page as it is without a mode. */
  readonly mode: string | undefined;
  /** The mode is what a viewer wishes, so that rules without it count as well. */
  readonly isOfMedia: boolean;
  readonly isPage: boolean;
  /** True if it depends on something else, such as the width of the screen. */
  readonly isConditional: boolean;
  /** True if no browser applies it. */
  readonly isNever: boolean;
  /** What is set nearer to a part of the page counts there: on all elements, on the body, on the root. */
  readonly nearness: number;
  /** Layers below those that come later, and below what is in none (CSS Cascade 5, §6.4.4). */
  readonly layer: number;
  readonly specificity: Specificity;
  /** Its surroundings, to tell scopes apart. */
  readonly text: string;
}

/** The name of the layer that rules put a block into, with those around it. */
const layerIn = (context: readonly string[]): string =>
  context.flatMap((rule) => (/^@layer\b/i.test(rule) ? [rule.slice('@layer'.length).trim()] : [])).join('.');

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
    let alternatives: readonly Alternative[] = [];
    let isPart = false;
    const isNamed = (name: string) => (rule: string) => rule.slice(0, name.length).toLowerCase() === name;
    const media = readMedia(context.filter(isNamed('@media')).map((rule) => rule.slice(0, LONGEST_SELECTOR)));
    const isNever = media.isNever || !context.filter(isNamed('@supports')).every(readSupports);
    const isConditional = media.isConditional || context.some(isNamed('@starting-style'));
    for (const rule of context)
      if (!rule.startsWith('@')) alternatives = alternativesIn(alternatives, rule);
      else if (!/^@(?:media|property|supports|layer|starting-style|theme|mode-of-file)\b/i.test(rule))
        isPart = true;
    const ofFile = context.flatMap((rule) => OF_FILE.exec(rule)?.[1] ?? []);
    const name = layerIn(context);
    const layer = context.some(isNamed('@property'))
      ? INITIAL
      : name === ''
        ? Number.POSITIVE_INFINITY
        : layers.rankOf(name);
    const read = (alternatives.length > 0 ? alternatives : [{ text: '', specificity: NONE }]).map(
      (alternative): Scope => {
        const { names, isPage, specificity, nearness } = readSelector(alternative, isLarge(context));
        const own = modeOf([...ofFile, ...names], media.mode);
        return {
          mode: own.mode,
          isOfMedia: own.isOfMedia,
          isPage: isPage && !isPart,
          isConditional: isConditional || own.isConditional,
          isNever: isNever || nearness === -1,
          nearness,
          layer,
          specificity,
          text: [...context.filter((rule) => /^@(?!layer\b)/i.test(rule)), alternative.text].join(' '),
        };
      },
    );
    // Several selectors of a rule may mean the same: the page in the same mode.
    return read.filter(
      (one, place) =>
        read.findIndex(
          (other) =>
            other.mode === one.mode && other.isPage === one.isPage && other.nearness === one.nearness,
        ) === place,
    );
  };
  return {
    declareLayers: (names: readonly string[], context: readonly string[]): void => {
      // A statement counts where its rules do.
      if (names.length > 0 && context.some((rule) => /^@media\b/i.test(rule))) return;
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
  // What the body inherits matters only where it has nothing of its own.
  if (one.nearness !== other.nearness) return one.nearness > other.nearness;
  if (later.isImportant !== earlier.isImportant) return later.isImportant;
  // Importance turns the order of layers round (CSS Cascade 5, §6.4.4).
  if (one.layer !== other.layer) return one.layer > other.layer !== later.isImportant;
  return compareSpecificity(one.specificity, other.specificity) >= 0;
};

/** True if a declaration counts for the page whatever else there is. */
const counts = ({ scope }: Declaration): boolean => scope.isPage && !scope.isConditional;

/** True if what a page has without a mode counts in this one, too. */
const isBeaten = (inMode: Declaration, plain: Declaration): boolean => {
  if (!counts(plain)) return false;
  if (inMode.scope.isConditional) return true;
  // What a part of the page has in a mode isn't what the page has.
  if (!inMode.scope.isPage) return true;
  if (!inMode.scope.isOfMedia) return false;
  return plain.order > inMode.order ? wins(plain, inMode) : !wins(inMode, plain);
};

/** The type of a registered property, and what it is where it has no value of that type. */
interface RegisteredType {
  readonly syntax: string;
  readonly initial: string | undefined;
}

/** A valid registration's type (CSS Properties and Values, §2). */
const typeOf = ({ descriptors }: Registration): RegisteredType | undefined => {
  const [syntax, inherits, initial] = ['syntax', 'inherits', 'initial-value'].map((name) =>
    descriptors.get(name),
  );
  const inside = /^(["'])([^]*)\1$/.exec(syntax ?? '')?.[2]?.trim();
  if (inside === undefined || !/^(?:true|false)$/i.test(inherits ?? '')) return undefined;
  if (inside === '*') return { syntax: inside, initial };
  const isAbsolute =
    initial !== undefined && !/\bvar\(|\d(?:r?em|r?ex|r?ch|r?cap|r?ic|r?lh)\b/i.test(initial);
  return isAbsolute && isOfSyntax(inside, initial) ? { syntax: inside, initial } : undefined;
};

/** A custom property with the value that counts in each mode. */
export interface CascadedProperty {
  readonly registered: RegisteredType | undefined;
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
  const registered = new Map<string, RegisteredType>();
  const empty = new Set<string>();
  readStyleSheet(css, {
    onLayers: scopes.declareLayers,
    onRegistration: (registration) => {
      const { name, context } = registration;
      const type = typeOf(registration);
      if (type === undefined) say(`The registration of --${name} isn’t valid and was left out.`);
      if (
        type === undefined ||
        !scopes.of(context).some(({ isNever, isConditional }) => !isNever && !isConditional)
      )
        return;
      registered.set(name, type);
      if (type.initial !== undefined) properties.push({ name, value: type.initial, context });
    },
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
  const unused = new Map<string, string>();
  for (const { name, value: written, context } of properties) {
    if (written === '') {
      empty.add(name);
      continue;
    }
    const value = written.replace(/(?<!\s)\s*!\s*important$/i, '');
    const isImportant = value !== written;
    for (const scope of scopes.of(context))
      if (scope.isNever) unused.set(name, scope.text);
      else if (withParts || scope.isPage) declare(name, { scope, value, isImportant, order: (order += 1) });
  }
  for (const name of empty) if (!found.has(name)) say(`--${name} is empty and was left out.`);
  for (const [name, place] of unused)
    say(`--${name} in ${place.slice(0, 100)} was left out; no screen shows it.`);
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
    return {
      name,
      registered: registered.get(name),
      value: (isPlain ? light : plain)?.value,
      inModes: new Map(inModes),
    };
  });
};
