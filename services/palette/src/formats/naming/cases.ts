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
