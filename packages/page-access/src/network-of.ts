import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** The eight groups of an IPv6 address, as numbers. */
const groupsOf = (address: string): number[] => {
  // As a host it has one spelling: no zeros in front, no IPv4 at its end.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
};

const bytesOf = (groups: readonly number[]): number[] =>
  groups.flatMap((group) => [group >> 8, group & 0xff]);

/**
 * What counts as one client: an IPv4 address, or the IPv6 /56 network of which one customer has all
 * addresses. Anything else is returned as it is.
 */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const bytes = bytesOf(groupsOf(plain));
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return isMapped ? bytes.slice(12).join('.') : `${bytes.slice(0, 7).join(':')}/56`;
};
