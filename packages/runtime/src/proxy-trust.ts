import Joi from 'joi';
import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IP address or a CIDR block such as `192.0.2.0/24`. A zone (`fe80::1%eth0`) is only this machine's. */
export const isAddressBlock = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return version !== 0 && !address.includes('%') && isPrefix && rest.length === 0;
};

const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;
const MAPPED_BITS = 96;

/**
 * An address without its zone, and an IPv4 address in the clothes of IPv6 as what it is, in whichever of
 * their many spellings.
 *
 * @example
 * plainAddress('::FFFF:7f00:1'); // '127.0.0.1'
 */
export const plainAddress = (address: string): string => {
  if (!address.includes(':')) return address;
  const [text = ''] = address.split('%');
  if (!/ffff/i.test(text) || isIP(text) !== 6) return text;
  // As a host, it has one spelling.
  const [, high, low] = MAPPED.exec(new URL(`http://[${text}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return text;
  const bits = [parseInt(high, 16), parseInt(low, 16)];
  return bits.flatMap((sixteen) => [sixteen >> 8, sixteen & 0xff]).join('.');
};

interface Block {
  readonly address: string;
  readonly family: Family;
  readonly prefix: number;
}

/** A block by its plain address. Wider blocks around the mapped addresses stay IPv6, and hold no IPv4 address. */
const readBlock = (block: string): Block => {
  const [given = '', length] = block.split('/');
  const plain = plainAddress(given);
  const isMapped = familyOf(plain) !== familyOf(given);
  const prefix = Number(length ?? (familyOf(given) === 'ipv4' ? 32 : 128));
  if (isMapped && prefix < MAPPED_BITS) return { address: given, family: 'ipv6', prefix };
  return { address: plain, family: familyOf(plain), prefix: isMapped ? prefix - MAPPED_BITS : prefix };
};

/** One list for each family: in one for both, `::/0` would hold every IPv4 address, too. */
type Compiled = Readonly<Record<Family, BlockList>>;

const compile = (blocks: readonly string[]): Compiled => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, family, prefix } of blocks.map(readBlock))
    lists[family].addSubnet(address, prefix, family);
  return lists;
};

const compiled = new WeakMap<readonly string[], Compiled>();

/** True if an address is in one of the blocks. Compiled once per list. */
export const isInBlocks = (given: string, blocks: readonly string[]): boolean => {
  const address = plainAddress(given);
  if (isIP(address) === 0) return false;
  const lists = compiled.get(blocks) ?? compile(blocks);
  compiled.set(blocks, lists);
  const family = familyOf(address);
  return lists[family].check(address, family);
};

/** True if one of `blocks` holds all of `block`, which is an address or a network. */
export const isWithinBlocks = (block: string, blocks: readonly string[]): boolean => {
  const { address, family, prefix } = readBlock(block);
  return blocks.some((text) => {
    const outer = readBlock(text);
    return (
      outer.family === family && outer.prefix <= prefix && compile([text])[family].check(address, family)
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

/** Compiles the setting into a test, which Express takes as its `trust proxy`, too. */
export const createTrustsProxy = (trust: ProxyTrust): TrustsProxy => {
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  const { hops, blocks } = trust;
  return (address, hop) => hop < hops || isInBlocks(address, blocks);
};
