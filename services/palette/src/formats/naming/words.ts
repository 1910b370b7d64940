/** Letters that Unicode doesn't decompose into an ASCII letter and a mark. */
const ASCII_SPELLING: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

/**
 * A text in ASCII: letters lose their marks (`é` → `e`), some are spelt out (`ß` → `ss`), and
 * letters of other scripts become their code point (`中` → `u4e2d`), so that different names stay
 * distinct.
 */
export const toAscii = (text: string): string =>
  Array.from(text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''))
    .map((character) => {
      if (character <= '\x7f') return character;
      const spelling = ASCII_SPELLING[character];
      if (spelling !== undefined) return spelling;
      return /\p{XID_Continue}/u.test(character) ? codePoint(character) : ' ';
    })
    .join('');

const codePoint = (character: string): string => `u${(character.codePointAt(0) ?? 0).toString(16)}`;

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
