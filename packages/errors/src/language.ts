/** The languages in which the platform speaks to people; the first unless they ask for another. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * An English sentence and its German. `{0}`, `{1}` … stand for what varies, in both; `{0:eins|viele}`
 * picks by the number with which that part begins, and `#n` in there repeats the number.
 */
export type Sentence = readonly [english: string, german: string];

/** Translates a sentence, or returns undefined for one that the catalogue doesn't have. */
export type Translate = (english: string) => string | undefined;

const PLACE = /\{(\d)(?::([^|}]*)\|([^}]*))?\}/g;
const NUMBER = /^\d[\d,]*(?:\.\d+)?(?![\w.])/;
/** Characters with a meaning in regular expressions. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;
/** Sentences that quote endless names stay as they are: matching them would take too long. */
const LONGEST = 1_000;

/** A number of an English sentence as German writes it: `1,234.5` becomes `1.234,5`. */
const germanNumber = (number: string): string =>
  number.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ','));

const fill = (german: string, parts: readonly string[], translatePart: (part: string) => string): string =>
  german.replace(PLACE, (_, index: string, one?: string, many?: string) => {
    const part = parts[Number(index)] ?? '';
    if (one === undefined) return translatePart(part);
    const number = NUMBER.exec(part)?.[0] ?? '';
    return (number === '1' ? one : (many ?? '')).replace('#n', germanNumber(number));
  });

const literals = (english: string): string => english.replace(PLACE, '');

const patternOf = (english: string): RegExp => {
  const parts = english.split(/\{\d\}/).map((part) => part.replace(SPECIAL, '\\$&'));
  return new RegExp(`^${parts.join('(.*?)')}$`, 's');
};

/**
 * Reads a catalogue of sentences. Messages are stored and logged in English, so that they are
 * translated when they are shown; whoever writes a sentence needn't know the languages.
 * @param nouns what may follow a number in a varying part (`images` → `Bilder`), and other parts
 */
export const createTranslate = (
  sentences: readonly Sentence[],
  nouns: Readonly<Record<string, string>> = {},
): Translate => {
  const plain = new Map(sentences.filter(([english]) => literals(english) === english));
  // The most specific first, as a varying part matches anything.
  const patterns = sentences
    .filter(([english]) => literals(english) !== english)
    .sort(([a], [b]) => literals(b).length - literals(a).length)
    .map(([english, german]) => ({ pattern: patternOf(english), german }));
  const known = new Map(Object.entries(nouns));

  const translatePart = (part: string): string => {
    const whole = known.get(part);
    if (whole !== undefined) return whole;
    const number = NUMBER.exec(part)?.[0];
    if (number === undefined) return part;
    const rest = part.slice(number.length);
    const noun = known.get(rest.trim());
    if (rest !== '' && noun === undefined && !/^ (?:KiB|MiB|%|ms)$/.test(rest)) return part;
    return `${germanNumber(number)}${noun === undefined ? rest : ` ${noun}`}`;
  };
  return (english) => {
    const found = plain.get(english);
    if (found !== undefined || english.length > LONGEST) return found;
    for (const { pattern, german } of patterns) {
      const match = pattern.exec(english);
      if (match !== null) return fill(german, match.slice(1), translatePart);
    }
    return undefined;
  };
};
