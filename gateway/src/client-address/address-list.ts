import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IP address or a CIDR block such as `192.0.2.0/24`. */
export const isAddressBlock = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return version !== 0 && isPrefix && rest.length === 0;
};

const compile = (blocks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
};

const compiled = new WeakMap<readonly string[], BlockList>();

/** True if `address` is in one of the blocks. Compiled once per list. */
export const isInBlocks = (address: string, blocks: readonly string[]): boolean => {
  if (isIP(address) === 0) return false;
  const list = compiled.get(blocks) ?? compile(blocks);
  compiled.set(blocks, list);
  return list.check(address, familyOf(address));
};

/** True if one of `blocks` holds all of `block`, which is an address or a network. */
export const isWithinBlocks = (block: string, blocks: readonly string[]): boolean => {
  const [address = '', prefix] = block.split('/');
  const bits = familyOf(address) === 'ipv4' ? 32 : 128;
  return blocks.some((outer) => {
    const [start = '', outerPrefix] = outer.split('/');
    // BlockList would find an IPv4 address in an IPv6 network, where prefixes count other bits.
    if (familyOf(start) !== familyOf(address)) return false;
    return (
      Number(outerPrefix ?? bits) <= Number(prefix ?? bits) &&
      compile([outer]).check(address, familyOf(address))
    );
  });
};
