import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

import { GuardError } from './guard-error.ts';

/** Gives all addresses of a host name. Fails with an error whose `code` is one of node:dns. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const codeOf = (error: unknown): unknown =>
  Error.isError(error) && 'code' in error ? error.code : undefined;

/**
 * Asks the name servers directly first, because `lookup` (getaddrinfo) blocks one of libuv's four
 * threads for as long as a hostile name server pleases. Names unknown to DNS go to `lookup`, which
 * reads the hosts file and search domains.
 */
export const createResolveHost = (): ResolveHost => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const timedOut = answers.find(
      (answer) => answer.status === 'rejected' && codeOf(answer.reason) === 'ETIMEOUT',
    );
    if (timedOut?.status === 'rejected') throw timedOut.reason;
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  };
};

/** Ports of ordinary websites. The allow-list has its own ports, or opens all. */
const PAGE_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/**
 * IPv4 blocks that are not part of the public internet: IANA's registry of special-purpose
 * addresses (https://www.iana.org/assignments/iana-ipv4-special-registry), multicast, reserved
 * space, and the metadata and platform addresses of the clouds, of which only Azure's lies in
 * public space.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/**
 * IPv6 is refused unless it is global unicast. Everything that can carry an IPv4 address in
 * disguise lies outside 2000::/3 (mapped, compatible, NAT64) or in the blocks below (6to4, Teredo).
 */
const GLOBAL_IPV6 = ['2000::/3'];
/** Special blocks in 2000::/3: https://www.iana.org/assignments/iana-ipv6-special-registry. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** An entry of the allow-list that opens one port: `127.0.0.1:8080`, `[::1]:8080`. */
const ONE_PORT = /^(?:\[([\da-f.:]+)\]|([\d.]+)):(\d{1,5})$/i;

const addBlock = (list: BlockList, block: string): void => {
  const [, address, prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(block) ?? [];
  const version = isIP(address ?? '');
  const bits = version === 4 ? 32 : 128;
  if (address === undefined || version === 0 || Number(prefix ?? bits) > bits)
    throw new Error(`"${block}" is neither an IP address nor a CIDR block`);
  list.addSubnet(address, Number(prefix ?? bits), version === 4 ? 'ipv4' : 'ipv6');
};

const blockList = (blocks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const block of blocks) addBlock(list, block);
  return list;
};

/** Lists by port; those that open every port are under `undefined`. */
const listsByPort = (entries: readonly string[]): ReadonlyMap<number | undefined, BlockList> => {
  const lists = new Map<number | undefined, BlockList>();
  for (const entry of entries) {
    const [, ipv6, ipv4, port] = ONE_PORT.exec(entry) ?? [];
    const key = port === undefined ? undefined : Number(port);
    const list = lists.get(key) ?? new BlockList();
    addBlock(list, ipv6 ?? ipv4 ?? entry);
    lists.set(key, list);
  }
  return lists;
};

export interface AddressPolicy {
  /** True if `address` (IPv4 or IPv6, no zone, no brackets) may be connected to on `port`. */
  permits(address: string, port: number): boolean;
  /** True if any address could be permitted on `port`; asked before a name is resolved. */
  mayPermitPort(port: number): boolean;
}

/**
 * Decides which addresses may be reached: public ones on the ports of websites, and those of the
 * allow-list. An address not known to be public is refused.
 * @param allow addresses and CIDR blocks, also private ones, that the operator permits on any port, and
 *   addresses with one port
 * @throws Error for any other entry
 */
export const createAddressPolicy = (allow: readonly string[] = []): AddressPolicy => {
  const allowed = listsByPort(allow);
  const specialIpv4 = blockList(SPECIAL_IPV4);
  const globalIpv6 = blockList(GLOBAL_IPV6);
  const specialIpv6 = blockList(SPECIAL_IPV6);

  const isPublic = (address: string, version: 4 | 6): boolean =>
    version === 4
      ? !specialIpv4.check(address, 'ipv4')
      : globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');

  return {
    permits(address, port) {
      const version = isIP(address);
      // A zone id ("fe80::1%eth0") only makes sense for this machine's own links.
      if ((version !== 4 && version !== 6) || address.includes('%')) return false;
      const family = version === 4 ? 'ipv4' : 'ipv6';
      if ([undefined, port].some((key) => allowed.get(key)?.check(address, family) === true)) return true;
      return PAGE_PORTS.has(port) && isPublic(address, version);
    },
    mayPermitPort: (port) => PAGE_PORTS.has(port) || allowed.has(undefined) || allowed.has(port),
  };
};

const MAX_URL_LENGTH = 2048;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The host of a URL as an address without brackets, or null if it is a name. */
export const addressOf = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
};

/** The port that a URL leads to. */
export const portOf = (url: URL): number =>
  url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);

/**
 * Parses the URL of a page. WHATWG URL turns every notation of an IPv4 address (decimal, octal,
 * hexadecimal, short, full-width digits, a trailing dot) into dotted quads, so literals are judged
 * as they will be connected to.
 * @throws GuardError `blocked` unless it is an http(s) URL without credentials to a permitted
 *   address and port
 */
export const parseTargetUrl = (text: string, policy: AddressPolicy, base?: URL): URL => {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base?.href)) throw new GuardError('blocked');
  const url = new URL(text, base?.href);
  const address = addressOf(url);
  const port = portOf(url);
  const acceptable =
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.href.length <= MAX_URL_LENGTH &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    (address === null ? policy.mayPermitPort(port) : policy.permits(address, port));
  if (!acceptable) throw new GuardError('blocked');
  url.hash = '';
  return url;
};

export interface ConnectorDeps {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeout: number;
  /** PEM certificates trusted beside Node's own. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * A `lookup` for sockets to one port. It refuses a name if ANY of its addresses is refused. The
 * socket connects to the address that this call returned, so no second resolution can answer
 * differently (DNS rebinding).
 */
export const createGuardedLookup =
  ({ policy, resolveHost }: Pick<ConnectorDeps, 'policy' | 'resolveHost'>, port: number): LookupFunction =>
  (hostname, options, callback) => {
    const answer = async () => {
      const addresses = await resolveHost(hostname);
      if (!addresses.every((address) => policy.permits(address, port)))
        throw new GuardError('blocked', undefined, true);
      const found = addresses
        .map((address) => ({ address, family: isIP(address) }))
        .filter(
          ({ family }) => !options.family || family === Number(String(options.family).replace('IPv', '')),
        );
      const [first] = found;
      if (!first) throw new GuardError('dns');
      return { found, first };
    };
    answer().then(
      ({ found, first }) => {
        if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(Error.isError(error) ? error : new GuardError('dns', error), '', 0);
      },
    );
  };

/** Checks address literals, which `lookup` never sees. @throws GuardError `blocked` */
export const refuseLiteral = (policy: AddressPolicy, hostname: string, port: number): void => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !policy.permits(host, port)) throw new GuardError('blocked');
};
