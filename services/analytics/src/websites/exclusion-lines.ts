import { parseAddressRange } from './address-ranges.ts';

/** What is wrong with a list that a user typed, one entry a line; null if nothing is. */
export type LineFault = string | null;

const MAX_LINES = 1_000;

/** The entries of a list with one a line: trimmed, without blank lines, each once. */
export const splitLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const firstFault = (lines: readonly string[], isFine: (line: string) => boolean, what: string): LineFault => {
  if (lines.length > MAX_LINES) return `has more than ${MAX_LINES} lines`;
  const bad = lines.find((line) => !isFine(line));
  return bad === undefined ? null : `has a line that is not ${what}: ${bad.slice(0, 100)}`;
};

/** Checks names of query parameters, in which `*` stands for any characters. */
export const faultOfParams = (lines: readonly string[]): LineFault =>
  firstFault(
    lines,
    (line) => /^[^\s&=?#]{1,100}$/.test(line),
    'a parameter name (with * for any characters)',
  );

/** Checks IPv4 and IPv6 addresses, CIDRs and ranges. */
export const faultOfAddresses = (lines: readonly string[]): LineFault =>
  firstFault(lines, (line) => parseAddressRange(line) !== null, 'an IP address, CIDR or range');
