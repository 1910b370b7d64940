import { ImportRefusedError } from './import-refused-error.ts';

/**
 * Texts of an import as they are stored, each once and with a number. What is counted by text holds
 * the number, or the one copy.
 */
export interface Texts {
  /** The number of a page; 0 for the empty one. @throws ImportRefusedError for too much text */
  pageNumber(text: string): number;
  /** The number of another value; 0 for the empty one. @throws ImportRefusedError for too much text */
  valueNumber(text: string): number;
  textOf(number: number): string;
}

const LONGEST_PAGE = 1_000;

const LONGEST_VALUE = 200;

/** About a hundred bytes of memory each, and their characters. */
const MOST_TEXTS = 1_000_000;
const MOST_CHARACTERS = 50_000_000;

export const createTexts = (): Texts => {
  const numbers = new Map<string, number>([['', 0]]);
  const texts = [''];
  let characters = 0;

  const numberOf = (text: string, longest: number): number => {
    const known = text.length > longest ? undefined : numbers.get(text);
    if (known !== undefined) return known;
    // Text as PostgreSQL takes it. V8 keeps the whole of a text of which a part is held, so this
    // is a copy; encoding it makes it well-formed.
    const stored = Buffer.from(text.replaceAll('\0', '').slice(0, longest)).toString();
    const number = numbers.get(stored) ?? texts.length;
    if (number < texts.length) return number;
    characters += stored.length;
    if (number >= MOST_TEXTS || characters > MOST_CHARACTERS)
      throw new ImportRefusedError(
        'The file holds too many different values. Import a shorter period at a time.',
      );
    numbers.set(stored, number);
    texts.push(stored);
    return number;
  };

  return {
    pageNumber: (text) => numberOf(text, LONGEST_PAGE),
    valueNumber: (text) => numberOf(text, LONGEST_VALUE),
    textOf: (number) => texts[number] ?? '',
  };
};
