import { pascal } from '../naming/cases.ts';
import { toAscii, words } from '../naming/words.ts';

/**
 * The name of the type that contains the tokens: `brand` → `BrandColors`, `color` → `ColorTokens`.
 */
export const typeName = (prefix: string): string => {
  const name = prefix === '' ? 'Design' : pascal(words(toAscii(prefix)));
  return name === 'Color' ? 'ColorTokens' : `${name}Colors`;
};
