/** Enough to find the place; a circle of thousands of names would make an endless message. */
export const MOST_NAMES = 3;

/**
 * A circle of names for a message: `a → b → a`, and of a long one its beginning.
 * @param names of the circle, each once
 */
export const circleText = (names: readonly string[]): string => {
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  return [...shown, ...names.slice(0, 1)].join(' → ');
};
