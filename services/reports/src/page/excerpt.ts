const MAX_EXCERPT = 240;
/** Embeddings, overrides and isolates, which would reverse the sentence that quotes them. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text in one line, cut to `most` characters, without splitting a surrogate pair. */
export const excerpt = (text: string, most: number = MAX_EXCERPT): string => {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(DIRECTION_MARKS, '\uFFFD')
    .replace(/[\s\0]+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  return `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};
