/** A line of robots.txt with a directive. */
export interface RobotsLine {
  /** 1-based. */
  number: number;
  raw: string;
  key: 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'other';
  /** The key as written. */
  name: string;
  value: string;
}

const DISALLOW_SPELLINGS = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'];

const AGENT_SPELLINGS = ['user-agent', 'useragent', 'user agent'];

const SITEMAP_SPELLINGS = ['sitemap', 'site-map'];

const isAsciiSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/**
 * Google strips ASCII spaces only: a no-break space or a byte order mark is part of the key. A pattern
 * for spaces at the end would try at each space within the line, too.
 */
export const trimAscii = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

export const readLine = (content: string): Omit<RobotsLine, 'number' | 'raw'> | null => {
  let split = content.indexOf(':');
  if (split === -1) {
    // Some forget the colon: exactly two words count as key and value.
    const words = content.split(/[ \t]+/);
    if (words.length !== 2) return null;
    split = content.search(/[ \t]/);
  }
  const name = trimAscii(content.slice(0, split));
  if (name === '') return null;
  const value = trimAscii(content.slice(split + 1));
  const key = keyOf(name.toLowerCase());
  return { key, name, value: key === 'allow' || key === 'disallow' ? escapePattern(value) : value };
};

const keyOf = (name: string): RobotsLine['key'] => {
  const starts = (spellings: string[]) => spellings.some((spelling) => name.startsWith(spelling));
  if (starts(AGENT_SPELLINGS)) return 'user-agent';
  if (name.startsWith('allow')) return 'allow';
  if (starts(DISALLOW_SPELLINGS)) return 'disallow';
  return starts(SITEMAP_SPELLINGS) ? 'sitemap' : 'other';
};

/**
 * Percent-encodes what is not ASCII and writes `%aa` as `%AA`, so that pattern and path compare
 * octet by octet.
 */
const escapePattern = (value: string): string => {
  return value
    .toWellFormed()
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
    .replace(/[^\0-\x7F]+/g, (run) => encodeURIComponent(run));
};
