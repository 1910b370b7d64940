/**
 * Makes a test for text that matches a pattern in which `*` stands for any characters; both are in
 * lower case. The parts between stars are searched from left to right, so a match takes one pass. A
 * regular expression could take exponential time.
 */
export const createGlob = (pattern: string): ((text: string) => boolean) => {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  const least = head.length + tail.length;
  return (text) => {
    if (text.length < least || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const part of rest) {
      const found = text.indexOf(part, from);
      if (found < 0) return false;
      from = found + part.length;
    }
    return from <= end;
  };
};

/** Makes a test for names that match any of the patterns, ignoring case. */
export const createNameMatcher = (patterns: readonly string[]): ((name: string) => boolean) => {
  if (patterns.length === 0) return () => false;
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  const exact = new Set(lower.filter((pattern) => !pattern.includes('*')));
  const globs = lower.filter((pattern) => pattern.includes('*')).map(createGlob);
  return (name) => {
    const text = name.toLowerCase();
    return exact.has(text) || globs.some((matches) => matches(text));
  };
};
