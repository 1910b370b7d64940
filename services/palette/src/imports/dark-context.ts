/** What design systems call the dark mode: a media query, a class, or an attribute. */
const DARK = [
  /prefers-color-scheme:\s*dark/i,
  /\.(?:theme-)?dark(?:-mode|-theme|-scheme)?(?![\w-])/i,
  /\[[\w-]{0,40}(?:theme|mode|scheme|appearance)[\w-]{0,40}[~|^$*]?=\s*['"]?dark/i,
];

/** `:not(.dark)` and `@media not (prefers-color-scheme: dark)` are the opposite of what they name. */
const negated = (text: string): boolean => /^@media\s+not\b/i.test(text);
const withoutNots = (text: string): string => text.replaceAll(/:not\([^()]*\)/gi, '');

/** Tells whether rules apply in a dark mode, by what is around them; remembers each answer. */
export const createDarkness = (): ((context: readonly string[]) => boolean) => {
  const known = new Map<readonly string[], boolean>();
  return (context) => {
    const before = known.get(context);
    if (before !== undefined) return before;
    const isDark = context
      .filter((text) => !negated(text))
      .some((text) => DARK.some((pattern) => pattern.test(withoutNots(text))));
    known.set(context, isDark);
    return isDark;
  };
};
