/** How many old names a theme may have. */
export const MOST_OLD_NAMES = 1_000;

/** Longest name of a role or token among a theme's old names, in characters. */
export const LONGEST_OLD_NAME = 300;

/** Longest id in a request, in characters. */
export const LONGEST_ID = 100;
