import { isAddressLine } from './address-matcher.ts';
import { createLineCheck } from './line-list.ts';

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
