import { isAddressLine } from './address-matcher.ts';

/** What is wrong with a list that a user typed, one entry a line; null if nothing is. */
export type LineFault = string | null;

/** The entries of such a list: trimmed, without blank lines, each once. */
export const splitLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** What each line of a list must be. */
export interface LineRule {
  readonly maxLines: number;
  readonly accepts: (line: string) => boolean;
  /** What a line is when it is accepted, for the message: `an e-mail address`. */
  readonly expected: string;
}

/** Makes a check that reports the first line a rule refuses. */
export const createLineCheck =
  ({ maxLines, accepts, expected }: LineRule) =>
  (lines: readonly string[]): LineFault => {
    if (lines.length > maxLines) return `has more than ${maxLines} lines`;
    const refused = lines.find((line) => !accepts(line));
    return refused === undefined ? null : `has a line that is not ${expected}: ${refused.slice(0, 100)}`;
  };

const MAX_LINES = 1_000;

/** Checks names of query parameters, in which `*` stands for any characters. */
export const faultOfParams = createLineCheck({
  maxLines: MAX_LINES,
  accepts: (line) => /^[^\s&=?#]{1,100}$/.test(line),
  expected: 'a parameter name (with * for any characters)',
});

/** Checks IPv4 and IPv6 addresses, CIDRs and ranges. */
export const faultOfAddresses = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isAddressLine,
  expected: 'an IP address, CIDR or range',
});
