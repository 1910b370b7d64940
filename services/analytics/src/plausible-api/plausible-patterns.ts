/** What means something in a regular expression. */
const SPECIAL = /[\\^$.|?*+()[\]{}]/;

/**
 * A regular expression such as `^/blog/.*` as a pattern with `*`, which is found faster; undefined for
 * one that says more.
 */
export const wildcardOf = (expression: string): string | undefined => {
  let text = expression;
  const isStart = text.startsWith('^');
  if (isStart) text = text.slice(1);
  const isEnd = text.endsWith('$') && !text.endsWith('\\$');
  if (isEnd) text = text.slice(0, -1);
  let pattern = isStart ? '' : '*';
  // `.*`, an escaped sign, or any other one.
  for (const [part] of text.matchAll(/\.\*|\\.|[^]/gu)) {
    if (part === '.*') pattern += '*';
    else if (part.length > 1 && part.startsWith('\\') && /[^\w*]/u.test(part.slice(1)))
      pattern += part.slice(1);
    else if (SPECIAL.test(part)) return undefined;
    else pattern += part;
  }
  return `${pattern}${isEnd ? '' : '*'}`.replaceAll(/\*+/g, '*');
};
