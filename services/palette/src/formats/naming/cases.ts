/** How the words of a name are joined. */
export const kebab = (words: readonly string[]): string => words.join('-');

export const snake = (words: readonly string[]): string => words.join('_');

export const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capitalise(word))).join('');

export const pascal = (words: readonly string[]): string => words.map(capitalise).join('');

const capitalise = (word: string): string => {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
};
