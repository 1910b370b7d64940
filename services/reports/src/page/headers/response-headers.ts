import type { HeaderPair } from '../fetch-result.ts';

/** The values of every field line with this lower-case name, in the order received. */
export const headerValues = (headers: readonly HeaderPair[], name: string): string[] => {
  return headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
};

/** The value of the first field line with this lower-case name, or null. */
export const headerValue = (headers: readonly HeaderPair[], name: string): string | null => {
  return headers.find(([candidate]) => candidate === name)?.[1] ?? null;
};
