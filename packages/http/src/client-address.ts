import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

import { plainAddress } from '@platform/runtime';
import type { TrustsProxy } from '@platform/runtime';

/** Prefix of an IPv4 address on a dual-stack socket; some proxies add a port to it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** `192.0.2.1:4711` or `[2001:db8::1]:4711`, as some proxies write addresses. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** Reads the plain address from what a proxy wrote; undefined if it isn't an address. */
export const readAddress = (text: string): string | undefined => {
  const plain = plainAddress(text.trim().replace(MAPPED, ''));
  if (isIP(plain) !== 0) return plain;
  const [, bracketed, dotted] = WITH_PORT.exec(plain) ?? [];
  const address = plainAddress(bracketed ?? dotted ?? '');
  return isIP(address) === 0 ? undefined : address;
};

/** Headers and socket that show where a request came from. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

const peers = new WeakMap<RequestOrigin['socket'], string>();

/** The address at the other end of a connection, read once per connection. */
export const peerOf = ({ socket }: RequestOrigin): string => {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = readAddress(socket.remoteAddress ?? '') ?? '';
  peers.set(socket, address);
  return address;
};

/**
 * Header in which the gateway passes on, for hits, the part of `X-Forwarded-For` beyond the address
 * that the trusted proxies vouch for. It proves nothing, unless somebody else vouches for it.
 */
export const CLAIMED_FOR_HEADER = 'x-claimed-for';

/** No chain of proxies is longer. Addresses further left are ignored. */
const MOST_CLAIMS = 20;

export interface ClientAddress {
  /** As the trusted proxies vouch for it. */
  readonly address: string;
  /** Addresses that the request claims to have come from before that, the nearest last. */
  readonly claimed: readonly string[];
}

const addressesIn = (entries: readonly string[]): readonly string[] =>
  entries.slice(-MOST_CLAIMS).flatMap((entry) => readAddress(entry) ?? []);

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * The client's address. Each trusted proxy appended the address that its request came from to
 * `X-Forwarded-For`, so the first one from the right that is no trusted proxy's is the client's. Ports
 * are removed, and what isn't an address is replaced by the address of the connection; otherwise each
 * spelling would count for itself.
 * @param before what the gateway read further left, and passed on as `CLAIMED_FOR_HEADER`
 */
export const clientAddressOf = (request: RequestOrigin, trusts: TrustsProxy, before = ''): ClientAddress => {
  const peer = peerOf(request);
  const forwarded = headerOf(request.headers, 'x-forwarded-for');
  if (forwarded === '' && before === '') return { address: peer, claimed: [] };
  const entries = forwarded === '' ? [] : forwarded.split(',');
  let left = entries.length;
  let address = peer;
  for (let hop = 0; left > 0 && trusts(address, hop); hop += 1) {
    left -= 1;
    const entry = readAddress(entries[left] ?? '');
    // A proxy that writes no addresses vouches for nothing.
    if (entry === undefined) {
      address = peer;
      break;
    }
    address = entry;
  }
  const claimed = before === '' ? entries.slice(0, left) : [...before.split(','), ...entries.slice(0, left)];
  return { address, claimed: claimed.length === 0 ? [] : addressesIn(claimed) };
};
