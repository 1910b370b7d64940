import ipaddr from 'ipaddr.js';

/** A closed range of addresses of one family, as numbers. */
export interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly isV6: boolean;
}

interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

/** Reads an address; an IPv4-mapped IPv6 address is the IPv4 address. Forms such as `1` or `0x7f.1` are refused. */
export const parseAddress = (text: string): Address | null => {
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(text);
  if (!isV4 && !(text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text))) return null;
  const parsed = ipaddr.process(text);
  const value = parsed.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { value, bits: parsed.kind() === 'ipv4' ? 32 : 128 };
};

const parseCidr = (base: string, suffix: string): AddressRange | null => {
  const address = parseAddress(base);
  if (!address || !/^\d{1,3}$/.test(suffix)) return null;
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const length = Number(suffix) - (address.bits === 32 && base.includes(':') ? 96 : 0);
  if (length < 0 || length > address.bits) return null;
  const size = 1n << BigInt(address.bits - length);
  const first = (address.value / size) * size;
  return { first, last: first + size - 1n, isV6: address.bits === 128 };
};

const parseSpan = (from: string, to: string): AddressRange | null => {
  const [first, last] = [parseAddress(from), parseAddress(to)];
  if (!first || !last || first.bits !== last.bits || first.value > last.value) return null;
  return { first: first.value, last: last.value, isV6: first.bits === 128 };
};

/** Reads one address, a CIDR (`10.0.0.0/8`, `2001:db8::/32`) or a range (`10.0.0.1 - 10.0.0.9`); null if it is none of them. */
export const parseAddressRange = (line: string): AddressRange | null => {
  const span = line.split('-').map((part) => part.trim());
  if (span.length === 2) return parseSpan(span[0] ?? '', span[1] ?? '');
  const [base = '', suffix, ...rest] = line.split('/');
  if (rest.length > 0) return null;
  return suffix === undefined ? parseSpan(base, base) : parseCidr(base, suffix);
};

/** Makes a test for addresses in any of the ranges: ranges are merged and searched by bisection. */
export const createAddressMatcher = (lines: readonly string[]): ((address: string) => boolean) => {
  const ranges = lines.map(parseAddressRange).filter((range) => range !== null);
  const merged = (isV6: boolean): AddressRange[] => {
    const result: AddressRange[] = [];
    for (const range of ranges.filter((r) => r.isV6 === isV6).sort((a, b) => (a.first < b.first ? -1 : 1))) {
      const previous = result.at(-1);
      if (!previous || range.first > previous.last) result.push(range);
      else if (range.last > previous.last) result[result.length - 1] = { ...previous, last: range.last };
    }
    return result;
  };
  const [v4, v6] = [merged(false), merged(true)];
  if (ranges.length === 0) return () => false;

  return (text) => {
    const address = parseAddress(text);
    if (!address) return false;
    const list = address.bits === 128 ? v6 : v4;
    let [low, high] = [0, list.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = list[middle];
      if (!range) return false;
      if (address.value < range.first) high = middle - 1;
      else if (address.value > range.last) low = middle + 1;
      else return true;
    }
    return false;
  };
};
