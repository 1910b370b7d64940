import Joi from 'joi';
import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IP address or a CIDR block such as `192.0.2.0/24`. */
export const isAddressBlock = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return version !== 0 && isPrefix && rest.length === 0;
};

/** One list for each family: in one for both, `::/0` would hold every IPv4 address, too. */
type Compiled = Readonly<Record<Family, BlockList>>;

const compile = (blocks: readonly string[]): Compiled => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    const family = familyOf(address);
    if (prefix === undefined) lists[family].addAddress(address, family);
    else lists[family].addSubnet(address, Number(prefix), family);
  }
  return lists;
};

const compiled = new WeakMap<readonly string[], Compiled>();

/** True if `address` is in one of the blocks. Compiled once per list. */
export const isInBlocks = (address: string, blocks: readonly string[]): boolean => {
  if (isIP(address) === 0) return false;
  const lists = compiled.get(blocks) ?? compile(blocks);
  compiled.set(blocks, lists);
  const family = familyOf(address);
  return lists[family].check(address, family);
};

/** True if one of `blocks` holds all of `block`, which is an address or a network. */
export const isWithinBlocks = (block: string, blocks: readonly string[]): boolean => {
  const [address = '', prefix] = block.split('/');
  const family = familyOf(address);
  const bits = family === 'ipv4' ? 32 : 128;
  return blocks.some((outer) => {
    const [, outerPrefix] = outer.split('/');
    return (
      Number(outerPrefix ?? bits) <= Number(prefix ?? bits) && compile([outer])[family].check(address, family)
    );
  });
};

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
