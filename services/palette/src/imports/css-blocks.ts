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

const LAYERS = /^\s*@layer\s+([\w,.-][\w\s,.-]*)$/;

interface StyleSheetEvents {
  readonly onProperty: (property: CustomProperty) => void;
  /** The names of an `@layer` statement, in their order, with the blocks around it. */
  readonly onLayers: (names: readonly string[], context: readonly string[]) => void;
}

/**
 * Reads the custom properties of a style sheet. It reads blocks, strings and comments as CSS Syntax 3
 * does, and ignores everything else.
 * @throws ImportFault for blocks that nest too deep, and for more properties than a theme has tokens
 */
export const readStyleSheet = (css: string, { onProperty, onLayers }: StyleSheetEvents): void => {
  const names = new Set<string>();
  let context: readonly string[] = [];
  let text = '';
  let depth = 0;
  const end = (): void => {
    const registered = /^@property\s+--(\S+)$/.exec(context.at(-1) ?? '')?.[1];
    const [, written, value] =
      (registered === undefined ? PROPERTY : /^\s*(initial-value)\s*:([^]*)$/).exec(text) ?? [];
    const name = written === undefined ? undefined : unescapeName(registered ?? written);
    if (name !== undefined && value !== undefined) {
      names.add(name);
      // Values that no token can hold don't count, and each name needs memory.
      if (names.size > 2 * MOST_NODES)
        throw new ImportFault(`must not have more than ${MOST_NODES.toLocaleString('en')} tokens and groups`);
      onProperty({ name, value: value.trim(), context });
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
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && letter === '{') {
      if (context.length === MOST_BLOCKS)
        throw new ImportFault(`must not nest blocks deeper than ${MOST_BLOCKS} levels`);
      context = [...context, text.trim()];
      text = '';
    } else if (depth === 0 && letter === '}') {
      end();
      context = context.slice(0, -1);
    } else if (depth === 0 && letter === ';') end();
    else text += css.slice(start, at);
  }
  // The last declaration may end with the text.
  if (context.length > 0) end();
};
