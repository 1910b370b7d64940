import { MOST_NODES } from '../themes/tokens/extend-groups.ts';
import { ImportFault } from './import-format.ts';

/** One custom property of a style sheet, with the selectors and at-rules around it. */
export interface CustomProperty {
  /** Without the leading `--`. */
  readonly name: string;
  readonly value: string;
  /** Outermost first: `@media (prefers-color-scheme: dark)`, `:root`. One list for all of a block. */
  readonly context: readonly string[];
}

/** Blocks in blocks; each property has the list of those around it. */
const MOST_BLOCKS = 64;

/** Where the comment that begins at `start` ends: at the latest with the text. */
const endOfComment = (css: string, start: number): number => {
  const end = css.indexOf('*/', start + 2);
  return end === -1 ? css.length : end + 2;
};

/** Where the quoted text that begins at `start` ends: at the latest with its line. */
const endOfQuoted = (css: string, start: number): number => {
  let at = start + 1;
  while (at < css.length && css[at] !== css[start] && css[at] !== '\n') at += css[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, css.length);
};

/** A declaration of a custom property, whose name may have escapes: `--space-0\.5: 2px`. */
const PROPERTY = /^\s*--((?:\\[\da-f]{1,6}\s?|\\[^\da-f]|[^\s:\\])+)\s*:([^]*)$/i;

const IN_VALUE = /^\s*--[^\s:{}]+\s*:/;
const REGISTERED = /^@property\s+--(\S+)$/i;
const DESCRIPTOR = /^\s*([a-z-]+)\s*:([^]*)$/i;

/** A name without the escapes of CSS Syntax 3, §4.3.7: `space-0.5` for `space-0\.5`. */
export const unescapeName = (name: string): string =>
  name.replaceAll(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (whole, hex: string | undefined, letter = '') => {
    const code = Number.parseInt(hex ?? '', 16);
    return hex === undefined
      ? (letter as string)
      : code > 0 && code <= 0x10_ff_ff
        ? String.fromCodePoint(code)
        : whole;
  });

/** Everything that means nothing to blocks. A long text is read in pieces of this. */
const PLAIN = /[^"'\\/(){};]+/y;

const LAYERS = /^\s*@layer\s+([\w,.-][\w\s,.-]*)$/i;

/** A rule that registers a property. */
export interface Registration {
  /** Without the leading `--`. */
  readonly name: string;
  readonly descriptors: ReadonlyMap<string, string>;
  readonly context: readonly string[];
}

interface StyleSheetEvents {
  readonly onProperty: (property: CustomProperty) => void;
  readonly onRegistration: (registration: Registration) => void;
  /** The names of an `@layer` statement, in their order, with the blocks around it. */
  readonly onLayers: (names: readonly string[], context: readonly string[]) => void;
}

/**
 * Reads the custom properties of a style sheet. It reads blocks, strings and comments as CSS Syntax 3
 * does, and ignores everything else.
 * @throws ImportFault for blocks that nest too deep, and for more properties than a theme has tokens
 */
export const readStyleSheet = (
  css: string,
  { onProperty, onRegistration, onLayers }: StyleSheetEvents,
): void => {
  const names = new Set<string>();
  let context: readonly string[] = [];
  let text = '';
  let depth = 0;
  let braces = 0;
  let layerCount = 0;
  let descriptors: Map<string, string> | undefined;
  const add = (name: string): string => {
    names.add(name);
    // Values that no token can hold don't count, and each name needs memory.
    if (names.size > 2 * MOST_NODES)
      throw new ImportFault(`must not have more than ${MOST_NODES.toLocaleString('en')} tokens and groups`);
    return name;
  };
  const open = (): void => {
    if (context.length === MOST_BLOCKS)
      throw new ImportFault(`must not nest blocks deeper than ${MOST_BLOCKS} levels`);
    const rule = text.trim();
    if (/^@property\b/i.test(rule)) descriptors = new Map();
    // Each layer without a name is one of its own.
    context = [...context, /^@layer$/i.test(rule) ? `@layer unnamed-${(layerCount += 1)}` : rule];
    text = '';
  };
  const close = (): void => {
    const name = descriptors === undefined ? undefined : REGISTERED.exec(context.at(-1) ?? '')?.[1];
    if (name !== undefined && descriptors !== undefined)
      onRegistration({ name: add(unescapeName(name)), descriptors, context });
    descriptors = undefined;
    context = context.slice(0, -1);
  };
  const end = (): void => {
    const [, written, value] = (descriptors === undefined ? PROPERTY : DESCRIPTOR).exec(text) ?? [];
    if (written !== undefined && value !== undefined) {
      if (descriptors === undefined)
        onProperty({ name: add(unescapeName(written)), value: value.trim(), context });
      else descriptors.set(written.toLowerCase(), value.trim());
    }
    const layers = text.length > 1_000 ? undefined : LAYERS.exec(text)?.[1];
    if (layers !== undefined)
      onLayers(
        layers.split(',').map((layer) => layer.trim()),
        context,
      );
    text = '';
  };
  let at = 0;
  while (at < css.length) {
    const start = at;
    PLAIN.lastIndex = at;
    if (PLAIN.test(css)) {
      at = PLAIN.lastIndex;
      text += css.slice(start, at);
      continue;
    }
    const letter = css[start] ?? '';
    at += 1;
    if (letter === '/' && css[at] === '*') {
      at = endOfComment(css, start);
      continue;
    }
    if (letter === '"' || letter === "'") at = endOfQuoted(css, start);
    if (letter === '\\') at += 1;
    // In a value, braces are brackets.
    const isValue = letter === '{' && context.length > 0 && (braces > 0 || IN_VALUE.test(text.slice(0, 200)));
    if (isValue) braces += 1;
    if (letter === '(' || isValue) depth += 1;
    if (letter === ')' || (letter === '}' && braces > 0)) depth = Math.max(0, depth - 1);
    if (letter === '}' && braces > 0) {
      braces -= 1;
      text += letter;
    } else if (depth === 0 && letter === '{') open();
    else if (depth === 0 && letter === '}') {
      end();
      close();
    } else if (depth === 0 && letter === ';') end();
    else text += css.slice(start, at);
  }
  // The last declaration may end with the text.
  if (context.length > 0) end();
  if (descriptors !== undefined) close();
};

/** A style sheet that another one imports. */
export interface SheetImport {
  readonly href: string;
  /** Puts its text into the rules that say when it counts, and in which layer. */
  readonly within: (css: string) => string;
  readonly isPlain: boolean;
}

const IMPORT =
  /^@import\s*(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s"'][^)\s]*))\s*\)|"([^"]*)"|'([^']*)')\s*(?:layer(?:\(([\w.-]+)\)|(?![\w(-])))?/i;
const SUPPORTED = /^\s*supports\(([^]*?)\)(?=\s*(?:$|[a-z(]))/i;
const LONGEST_IMPORT = 4_000;

/** Within the condition under which a page applies it; what is for printers alone is left out. */
export const inMedia = (media: string, css: string): string => {
  if (media === '' || /^(?:all|screen)$/i.test(media)) return css;
  return /[{};]/.test(media) || /^print$/i.test(media) ? '' : `@media ${media} {\n${css}\n}`;
};

const importIn = (statement: string): SheetImport | undefined => {
  const found = statement.length > LONGEST_IMPORT ? null : IMPORT.exec(statement);
  if (found === null || /[{}]/.test(statement)) return undefined;
  const [head, ...groups] = found;
  const href = groups.slice(0, 5).find(Boolean);
  const layer = groups[5] ?? (/layer$/i.test(head) ? '' : undefined);
  const rest = statement.slice(head.length);
  const [whole = '', asked] = SUPPORTED.exec(rest) ?? [];
  const media = rest.slice(whole.length).trim();
  const within = (css: string): string => {
    const shown = inMedia(media, css);
    const supported = asked === undefined ? shown : `@supports (${asked}) {\n${shown}\n}`;
    return layer === undefined ? supported : `@layer ${layer} {\n${supported}\n}`;
  };
  return href === undefined
    ? undefined
    : { href, within, isPlain: layer === undefined && asked === undefined && inMedia(media, 'x') === 'x' };
};

const STATEMENT =
  /@(?:import|charset|layer)\b(?:[^;{"'(]|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\))*;/iy;

/** Where something begins that is neither a space nor a comment. */
const startFrom = (css: string, from: number): number => {
  let at = from;
  for (;;) {
    while (/\s/.test(css[at] ?? '')) at += 1;
    if (!css.startsWith('/*', at)) return at;
    at = endOfComment(css, at);
  }
};

/** A style sheet in parts: what it imports, which only comes first (CSS Cascade 5, §2), and its own text. */
export const splitImports = (css: string): readonly (string | SheetImport)[] => {
  const parts: (string | SheetImport)[] = [];
  let at = 0;
  for (;;) {
    const start = startFrom(css, at);
    STATEMENT.lastIndex = 0;
    const [statement] = STATEMENT.exec(css.slice(start, start + LONGEST_IMPORT)) ?? [];
    if (statement === undefined) return [...parts, css.slice(at)];
    at = start + statement.length;
    const text = statement.slice(0, -1).trim();
    parts.push(/^@import/i.test(text) ? (importIn(text) ?? '') : statement);
  }
};

interface NamedSheet {
  readonly name: string;
  readonly text: string;
}

/** Imports of imports, and what repeats itself. */
const MOST_IMPORTS = 200;

/**
 * Style sheets with those that they import for some pages only, or into a layer, in their places. Others come
 * before those that import them.
 * @param say hears which imports lead to none of them
 */
export const withImports = (sheets: readonly NamedSheet[], say: (change: string) => void): NamedSheet[] => {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const placed = new Set<NamedSheet>();
  const done = new Map<NamedSheet, string>();
  let left = MOST_IMPORTS;
  const textOf = (sheet: NamedSheet, around: readonly NamedSheet[]): string =>
    splitImports(sheet.text)
      .map((part) => {
        if (typeof part === 'string') return part;
        const base = `file:///${sheet.name}`;
        const path = URL.canParse(part.href, base) ? new URL(part.href, base).pathname.slice(1) : '';
        const target = byName.get(path) ?? byName.get(decodeURI(path));
        if (target === undefined && !/^tailwindcss\b/.test(part.href))
          say(`${sheet.name} imports ${part.href.slice(0, 100)}, which isn’t there.`);
        if (target === undefined || around.includes(target) || (left -= 1) < 0) return '';
        if (part.isPlain && around.length === 1) {
          finish(target);
          return '';
        }
        placed.add(target);
        return part.within(textOf(target, [...around, target]));
      })
      .join('\n');
  const finish = (sheet: NamedSheet): void => {
    if (done.has(sheet)) return;
    done.set(sheet, '');
    const text = textOf(sheet, [sheet]);
    // What it imports is there before it.
    done.delete(sheet);
    done.set(sheet, text);
  };
  for (const sheet of sheets) finish(sheet);
  return [...done].flatMap(([sheet, text]) => (placed.has(sheet) ? [] : [{ name: sheet.name, text }]));
};
