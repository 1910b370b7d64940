import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

/** IPv4 addresses, and IPv6 addresses that stand for one (`::ffff:10.0.0.1`). */
const V4_SPACE = new BlockList();
V4_SPACE.addSubnet('0.0.0.0', 0, 'ipv4');

/**
 * The family of an address; null for anything else, and for IPv6 addresses with a zone (`%eth0`).
 */
const familyOf = (text: string): Family | null => {
  if (text.includes('%')) return null;
  const version = isIP(text);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
};

/** Adds a line to the list. @returns false if the line is no address, CIDR or range */
const addLine = (list: BlockList, line: string): boolean => {
  const [from = '', to, ...others] = line.split('-').map((part) => part.trim());
  const [base = '', prefix, ...more] = from.split('/');
  const family = familyOf(base);
  if (family === null || others.length > 0 || more.length > 0) return false;
  if (prefix === undefined) {
    const last = to ?? base;
    if (familyOf(last) !== family) return false;
    try {
      list.addRange(base, last, family);
      return true;
    } catch {
      // BlockList refuses a range whose end comes before its start.
      return false;
    }
  }
  if (to !== undefined || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (family === 'ipv4' ? 32 : 128)) return false;
  list.addSubnet(base, Number(prefix), family);
  return true;
};

/**
 * True for an address, a CIDR (`10.0.0.0/8`, `2001:db8::/32`) or a range (`10.0.0.1 - 10.0.0.9`).
 * Loose forms such as `1` or `0x7f.1` are refused.
 */
export const isAddressLine = (line: string): boolean => addLine(new BlockList(), line);

/**
 * Makes a test for addresses that one of the lines holds. An IPv4-mapped IPv6 address
 * (`::ffff:10.0.0.1`) matches like the IPv4 address.
 */
export const createAddressMatcher = (lines: readonly string[]): ((address: string) => boolean) => {
  if (lines.length === 0) return () => false;
  // Two lists: in one, `::/0` would hold every IPv4 address, too.
  const [v4, v6] = [new BlockList(), new BlockList()];
  const listFor = (address: string, family: Family): BlockList => (V4_SPACE.check(address, family) ? v4 : v6);
  for (const line of lines) {
    const base = line.split(/[-/]/, 1)[0]?.trim() ?? '';
    const family = familyOf(base);
    if (family !== null) addLine(listFor(base, family), line);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && listFor(address, family).check(address, family);
  };
};

/** Fault in a list that a user typed, one entry per line; null if there is none. */
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

/** Rule for each line of a list. */
export interface LineRule {
  readonly maxLines: number;
  readonly accepts: (line: string) => boolean;
  /** Noun for an accepted line in the message: `an e-mail address`. */
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
