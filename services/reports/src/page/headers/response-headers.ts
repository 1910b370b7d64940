import type { HeaderPair } from '../fetch-result.ts';

/**
 * The token of a structured field item (RFC 9651), its parameters left aside; null when the value
 * isn't one. A browser ignores a header that can't be parsed.
 */
export const itemToken = (value: string): string | null => {
  const parameter =
    /;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[A-Za-z*][\w:/!#$%&'*+.^`|~-]*|-?\d+(?:\.\d+)?|\?[01]|:[A-Za-z0-9+/=]*:))?/y;
  const text = value.replace(/^ +| +$/g, '');
  const token = /^[A-Za-z*][\w:/!#$%&'*+.^`|~-]*/.exec(text)?.[0];
  if (token === undefined) return null;
  let position = token.length;
  while (position < text.length) {
    parameter.lastIndex = position;
    if (!parameter.test(text)) return null;
    position = parameter.lastIndex;
  }
  return token;
};

/** The values of every field line with this lower-case name, in the order received. */
export const headerValues = (headers: readonly HeaderPair[], name: string): string[] => {
  return headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
};

/** The value of the first field line with this lower-case name, or null. */
export const headerValue = (headers: readonly HeaderPair[], name: string): string | null => {
  return headers.find(([candidate]) => candidate === name)?.[1] ?? null;
};
