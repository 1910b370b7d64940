import anyAscii from 'any-ascii';

const codePoint = (character: string): string => `u${(character.codePointAt(0) ?? 0).toString(16)}`;

const spell = (text: string, write: (letter: string) => string): string =>
  Array.from(text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .map((character) => {
      if (character <= '\x7f') return character;
      return /[\p{XID_Continue}\p{M}\p{N}]/u.test(character) ? write(character) : ' ';
    })
    .join('');

/** A letter as a reader of Latin script would write it; '' for a mark without a sound of its own. */
const latin = (character: string): string => {
  const written = anyAscii(character).replaceAll(/[^A-Za-z0-9]/g, '');
  return written === '' && !/\p{M}/u.test(character) ? codePoint(character) : written;
};

/**
 * A text in ASCII: letters lose their marks (`é` → `e`), and those of other scripts are
 * transliterated (`ß` → `ss`, `中` → `Zhong`). Different texts may get the same spelling. Readings
 * are Mandarin, in Japanese names too.
 */
export const toAscii = (text: string): string => spell(text, latin);

/** A text in ASCII that stays distinct from others: its letters as code points (`中` → `u4e2d`). */
export const toCodePoints = (text: string): string => spell(text, codePoint);

/** Identifier characters (UAX #31) without connectors such as `_`; a mark follows its letter. */
const WORD = /[\p{XID_Continue}--[\p{Pc}\p{M}]][\p{XID_Continue}--\p{Pc}]*/gv;

/**
 * The words of a name in lower case: `OnPrimary`, `on_primary` and `on primary` are all `on`,
 * `primary`. Invisible characters, such as emoji joiners, are dropped. A name without letters or
 * digits (`★`) is spelt by its code points.
 */
export const words = (name: string): string[] => {
  const found = name
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .normalize('NFC')
    .match(WORD);
  return found ?? [Array.from(name, codePoint).join('')];
};

/** How the words of a name are joined. */
export const kebab = (words: readonly string[]): string => words.join('-');

export const snake = (words: readonly string[]): string => words.join('_');

/**
 * Adjacent numbers get a separator (`tint1_950`): otherwise `tint-1`, `950` and `tint-19`, `50`
 * would collide.
 */
export const camel = (words: readonly string[]): string =>
  words.reduce((name, word) => {
    if (name === '') return word;
    return /\p{N}$/u.test(name) && /^\p{N}/u.test(word) ? `${name}_${word}` : name + capitalise(word);
  }, '');

export const pascal = (words: readonly string[]): string => words.map(capitalise).join('');

const capitalise = (word: string): string => {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
};
