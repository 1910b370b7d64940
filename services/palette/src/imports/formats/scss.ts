import { MOST_NODES } from '../../themes/tokens/extend-groups.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat, ImportedTokens } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { css } from './css.ts';

/** Maps in maps of Sass. */
const MOST_LEVELS = 16;
/** As many as custom properties may have. */
const MOST_NAMES = 2 * MOST_NODES;
/** A longer value is no value of a token. */
const LONGEST_VALUE = 2_000;

/** Sass takes `_` and `-` in names for the same. */
const plainName = (name: string): string => name.replaceAll('_', '-');

/**
 * Strings, comments, brackets and the ends of statements; a `//` behind a colon is an address. Strings
 * without an end go to the end of their line: each letter is looked at once, whatever the text is.
 */
const PART =
  /"(?:[^"\\\n]|\\[^]?)*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\[^]?)*(?:'|$|(?=\n))|\/\*[^]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*|[(){};,]/g;

/** The statements outside of all blocks, without comments. Time is linear in the text's length. */
const statementsOf = (text: string): string[] => {
  const statements: string[] = [];
  let [blocks, brackets, from, written] = [0, 0, 0, ''];
  for (const match of text.matchAll(PART)) {
    const [part] = match;
    const isComment = part.startsWith('/*') || part.startsWith('//');
    if (!isComment && part.length > 1) continue;
    if (blocks === 0) written += text.slice(from, match.index);
    from = match.index + (isComment || ';{}'.includes(part) ? part.length : 0);
    // `#{$name}` belongs to a value.
    const isInterpolation = part === '{' && /[#@]/.test(text[match.index - 1] ?? '');
    if (part === '(') brackets += 1;
    else if (part === ')') brackets = Math.max(0, brackets - 1);
    else if (part === '{' && !isInterpolation) {
      blocks += 1;
      written = '';
    } else if (part === '}' && blocks > 0) {
      blocks -= 1;
      written = '';
    } else if (part === '{' || part === '}') written += part;
    else if (part === ';' && brackets === 0 && blocks === 0) {
      statements.push(written.trim());
      written = '';
    } else if (part === ';' && blocks === 0) written += part;
  }
  return [...statements, blocks === 0 ? `${written}${text.slice(from)}`.trim() : ''];
};

/** The parts of a list or map, split at its outer commas. */
const partsOf = (list: string): string[] => {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: part, index } of list.matchAll(PART)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (part === ',' && depth === 0) {
      parts.push(list.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, list.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
};

const ENTRY = /^(?:"([^"]*)"|'([^']*)'|([\w.-]+)) ?: ?([^]+)$/;

/** The entries of `(key: value, …)` with their names joined by `-`; undefined for anything else. */
const entriesOf = (value: string, level = 0): [name: string, value: string][] | undefined => {
  const inner = /^\(([^]*)\)$/.exec(value)?.[1];
  if (inner === undefined || level === MOST_LEVELS) return undefined;
  const entries = partsOf(inner).map((part) => ENTRY.exec(part));
  if (entries.length === 0) return undefined;
  return entries.every((entry) => entry !== null)
    ? entries.flatMap(([, double, single, bare, own = '']) => {
        const name = (double ?? single ?? bare ?? '').replaceAll(/[^\w-]+/g, '-');
        return (
          entriesOf(own, level + 1)?.map(([rest, text]): [string, string] => [`${name}-${rest}`, text]) ?? [
            [name, own] as [string, string],
          ]
        );
      })
    : undefined;
};

/** Functions of Sass and Less that CSS has under another name, with opaque colours the same to the digit. */
const FUNCTIONS: readonly [pattern: RegExp, replacement: string][] = [
  [/\b(?:map-get|map\.get)\( ?var\(--([\w-]+)\) ?, ?["']?([\w-]+)["']? ?\)/g, 'var(--$1-$2)'],
  [/\brgba\( ?(var\(--[\w-]+\)|#[\da-f]{3,8}|[a-z]+) ?, ?([\d.]+%?) ?\)/gi, 'rgb(from $1 r g b / $2)'],
  [/\bfade\( ?(var\(--[\w-]+\)|#[\da-f]{3,8}|[a-z]+) ?, ?([\d.]+%) ?\)/gi, 'rgb(from $1 r g b / $2)'],
  [
    /(?<![\w-])(?:color\.)?mix\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([^(), ][^(),]*|var\(--[\w-]+\)) ?(?:, ?([\d.]+%) ?)?\)/g,
    'color-mix(in srgb, $1 $3, $2)',
  ],
  [
    /(?<![\w-])lighten\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([\d.]+)% ?\)/g,
    'hsl(from $1 h s calc(l + $2))',
  ],
  [
    /(?<![\w-])darken\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([\d.]+)% ?\)/g,
    'hsl(from $1 h s calc(l - $2))',
  ],
  // Bootstrap's and Less's.
  [
    /(?<![\w-])tint(?:-color)?\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([\d.]+%) ?\)/g,
    'color-mix(in srgb, #fff $2, $1)',
  ],
  [
    /(?<![\w-])shade(?:-color)?\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([\d.]+%) ?\)/g,
    'color-mix(in srgb, #000 $2, $1)',
  ],
  [
    /\bmath\.div\( ?([^(), ][^(),]*|var\(--[\w-]+\)) ?, ?([^(), ][^(),]*|var\(--[\w-]+\)) ?\)/g,
    'calc($1 / $2)',
  ],
];

/** Sass and Less calculate outside of `calc()`, too: `$space * .5`. */
const isCalculated = (value: string): boolean => {
  const sum = value.replaceAll(/var\(--[\w-]+\)/g, '1');
  return (
    /[\da-z%)] ?(?:[*/]| [+-] ) ?[\d.(]/.test(sum) &&
    /^[\da-z.% ()*/+-]+$/.test(sum) &&
    // Letters are units: they follow a number.
    !/(?<![\da-z.])[a-z%]|[a-z%]\(/.test(sum)
  );
};

/** A value in CSS: variables as `var()`, functions and sums by CSS's own. */
const inCss = (value: string): string => {
  let text = value
    .replaceAll(/#\{ ?([^{}]*?) ?\}/g, '$1')
    .replaceAll(/@\{([\w-]+)\}/g, '@$1')
    .replaceAll(/~(?=["'])/g, '')
    .replaceAll(/(?:\b[a-z][\w-]*\.)?[$@]([\w-]+)/gi, (_, name: string) => `var(--${plainName(name)})`);
  for (const [pattern, replacement] of FUNCTIONS) text = text.replaceAll(pattern, replacement);
  return isCalculated(text) ? `calc(${text})` : text;
};

const DECLARATION = /^[$@]([\w-]+)\s*:([^]+)$/;
const FLAGS = / ?!(?:default|global)\b/g;

/** True if text has variables of Sass or Less and is nothing else that is imported. */
export const looksLikeScss = (text: string): boolean =>
  /^[ \t]*[$@][\w-]{1,200}[ \t]{0,20}:[^;{}]{1,500};/m.test(text.slice(0, 100_000));

/**
 * Variables of Sass and Less outside of blocks, as their compilers work them out: references stay
 * references, maps become names, and `!default` gives way to a value before it. What only a compiler
 * can say is left out by name.
 */
export const scss: ImportFormat = {
  id: 'scss',
  title: 'SCSS or Less variables',
  content: 'text',
  read(content): ImportedTokens {
    const values = new Map<string, string>();
    const said: string[] = [];
    for (const statement of statementsOf(readText(content))) {
      const [, name, written] = DECLARATION.exec(statement) ?? [];
      if (name === undefined || written === undefined) continue;
      const value = written.replaceAll(/\s+/g, ' ').replaceAll(FLAGS, '').trim();
      const entries = entriesOf(value)?.map(([own, text]) => [`${name}-${own}`, text] as const) ?? [
        [name, value] as const,
      ];
      const givesWay = /!default\b/.test(written);
      for (const [own, text] of entries) {
        // More than a theme holds: refused below.
        if (values.size > MOST_NAMES) break;
        const key = plainName(own);
        if (text.length > LONGEST_VALUE) {
          said.push(`${key}: a value of ${text.length} characters was left out.`);
          continue;
        }
        if (values.has(key) && givesWay) continue;
        values.set(key, inCss(text));
      }
    }
    if (values.size === 0)
      throw new ImportFault('must have variables of Sass ($name: value;) or Less (@name: value;)');
    const sheet = [...values].map(([name, value]) => `--${name}: ${value};`).join('\n');
    const { tokens, changes } = css.read(`:root {\n${sheet}\n}`);
    return { tokens, changes: [...said, ...changes] };
  },
};
