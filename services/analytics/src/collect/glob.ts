/**
 * Compares text with a pattern in which `*` stands for any characters, ignoring case. Takes time proportional to the two lengths
 * at most, whatever the pattern, which a regular expression made of it would not.
 */
export const matchesGlob = (pattern: string, text: string): boolean => {
  const [p, t] = [pattern.toLowerCase(), text.toLowerCase()];
  let [inPattern, inText, star, afterStar] = [0, 0, -1, 0];
  while (inText < t.length) {
    if (p[inPattern] === '*') {
      star = inPattern;
      inPattern += 1;
      afterStar = inText;
    } else if (p[inPattern] === t[inText]) {
      inPattern += 1;
      inText += 1;
    } else if (star >= 0) {
      // Let the last star take one character more, and try again from there.
      afterStar += 1;
      inText = afterStar;
      inPattern = star + 1;
    } else return false;
  }
  while (p[inPattern] === '*') inPattern += 1;
  return inPattern === p.length;
};

/** Makes a test for names that match any of the patterns. */
export const createNameMatcher = (patterns: readonly string[]): ((name: string) => boolean) => {
  const exact = new Set(
    patterns.filter((pattern) => !pattern.includes('*')).map((name) => name.toLowerCase()),
  );
  const globs = patterns.filter((pattern) => pattern.includes('*'));
  if (patterns.length === 0) return () => false;
  return (name) => exact.has(name.toLowerCase()) || globs.some((glob) => matchesGlob(glob, name));
};
