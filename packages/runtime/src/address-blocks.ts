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
