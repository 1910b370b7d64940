/** The tokens of CSS Syntax 3 that occur in colours. */
export type Token =
  | { readonly kind: 'number' | 'percentage'; readonly value: number }
  | { readonly kind: 'angle'; readonly value: number }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'function'; readonly value: string }
  | { readonly kind: 'hash'; readonly value: string }
  | { readonly kind: ',' | '/' | ')' };

const ESCAPED = String.raw`\\(?:[0-9a-f]{1,6}[ \t\n\r\f]?|[^0-9a-f\n\r\f])`;

const PATTERN = new RegExp(
  [
    String.raw`(?<space>(?:[ \t\n\r\f]|/\*[^]*?\*/)+)`,
    String.raw`(?<number>[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)(?<unit>%|[a-z]+)?`,
    '#(?<hash>[0-9a-z_-]*)',
    String.raw`(?<word>-{0,2}(?:[a-z_]|${ESCAPED})(?:[a-z0-9_-]|${ESCAPED})*)(?<open>\()?`,
    '(?<sign>[,/)])',
  ].join('|'),
  'giy',
);

const ESCAPE = /\\(?:(?<code>[0-9a-f]{1,6})[ \t\n\r\f]?|(?<character>[^]))/giu;
const REPLACEMENT = '\ufffd';

/** The characters that CSS escapes stand for: `r\67 b` is `rgb`. */
const unescape = (word: string): string =>
  word.replaceAll(ESCAPE, (_all, code: string | undefined, character: string) => {
    if (code === undefined) return character;
    const point = Number.parseInt(code, 16);
    const isSurrogate = point >= 0xd800 && point <= 0xdfff;
    return point === 0 || point > 0x10ffff || isSurrogate ? REPLACEMENT : String.fromCodePoint(point);
  });

/** Degrees in each unit of angle. */
const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

// CSS lets implementations clamp numbers at their own limit. No meaningful colour reaches this one.
const LIMIT = 1e6;
const cut = (text: string): number => Math.max(-LIMIT, Math.min(LIMIT, Number(text)));

/**
 * Splits a colour into tokens, dropping white space and comments, which only separate them. Returns
 * null if a character starts no token, or a number has a unit that is not an angle.
 */
export const tokenize = (text: string): readonly Token[] | null => {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    PATTERN.lastIndex = position;
    const groups = PATTERN.exec(text)?.groups;
    if (groups === undefined) return null;
    position = PATTERN.lastIndex;
    const { number, unit, hash, word, open, sign } = groups;
    if (number !== undefined) {
      const value = cut(number);
      const degrees = DEGREES[unit?.toLowerCase() ?? ''];
      if (unit === undefined) tokens.push({ kind: 'number', value });
      else if (unit === '%') tokens.push({ kind: 'percentage', value });
      else if (degrees !== undefined) tokens.push({ kind: 'angle', value: value * degrees });
      else return null;
    } else if (hash !== undefined) tokens.push({ kind: 'hash', value: hash.toLowerCase() });
    else if (word !== undefined)
      tokens.push({ kind: open === undefined ? 'word' : 'function', value: unescape(word).toLowerCase() });
    else if (sign === ',' || sign === '/' || sign === ')') tokens.push({ kind: sign });
  }
  return tokens;
};
