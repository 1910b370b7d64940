import Joi from 'joi';

import { isAddressBlock, isInBlocks } from './address-blocks.ts';

/**
 * Which proxies in front of a process are believed: a number of them, or besides that number those
 * that have certain addresses.
 */
export type ProxyTrust = number | { readonly hops: number; readonly blocks: readonly string[] };

/** Names for networks, as Express has them. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** More proxies in a row are a mistake. */
const MOST_HOPS = 10;

/**
 * `TRUST_PROXY`: a number, addresses and CIDR blocks separated by commas, or both (`1,203.0.113.0/24`).
 * The number counts from the nearest proxy; from there on the addresses decide.
 */
export const proxyTrust = Joi.string().custom((value: string, helpers): ProxyTrust | Joi.ErrorReport => {
  const items = value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);
  const counts = items.filter((item) => /^\d+$/.test(item));
  const blocks = items
    .filter((item) => !/^\d+$/.test(item))
    .flatMap((item) => (Object.hasOwn(NETWORKS, item) ? (NETWORKS[item] ?? []) : [item]));
  const wrong = blocks.find((item) => !isAddressBlock(item));
  if (wrong !== undefined) {
    const custom = '{{#label}} holds "{{#wrong}}", which is neither a number, an IP address nor a CIDR block';
    return helpers.message({ custom }, { wrong });
  }
  if (counts.length > 1) return helpers.message({ custom: '{{#label}} holds more than one number' });
  const hops = Number(counts[0] ?? 0);
  if (hops > MOST_HOPS)
    return helpers.message({ custom: `{{#label}} must be less than or equal to ${MOST_HOPS}` });
  return blocks.length === 0 ? hops : { hops, blocks };
});

/** Tells whether the proxy at `address` is believed, `hop` steps away; 0 is the nearest. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Prefix of an IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Compiles the setting into a test, which Express takes as its `trust proxy`, too. */
export const createTrustsProxy = (trust: ProxyTrust): TrustsProxy => {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const { hops, blocks } = trust;
  return (address, hop) => hop < hops || isInBlocks(address.replace(MAPPED, ''), blocks);
};
