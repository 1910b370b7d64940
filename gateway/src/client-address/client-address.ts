import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';

import type { Request } from 'express';

/** Prefix of an IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** `192.0.2.1:4711` or `[2001:db8::1]:4711`, as some proxies write addresses. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** A plain address from what a proxy wrote, or undefined if it is no address. */
const readAddress = (text: string): string | undefined => {
  const plain = text.replace(MAPPED, '');
  if (isIP(plain) !== 0) return plain;
  const [, bracketed, dotted] = WITH_PORT.exec(text.trim()) ?? [];
  const address = (bracketed ?? dotted ?? '').replace(MAPPED, '');
  return isIP(address) === 0 ? undefined : address;
};

const peers = new WeakMap<IncomingMessage['socket'], string>();

/** The address at the other end of a connection, read once per connection. */
const peerOf = ({ socket }: IncomingMessage): string => {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = readAddress(socket.remoteAddress ?? '') ?? '';
  peers.set(socket, address);
  return address;
};

const headerOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name] as string | undefined;

/**
 * The client's address, as the trusted proxies vouch for it: each of them appended the address its
 * request came from to `X-Forwarded-For`. Ports are removed, and anything that isn't an address is
 * replaced by the address of the connection; otherwise each spelling would have its own rate limit.
 * @param trustedHops how many proxies in front are trusted
 */
export const readClientAddress = (request: IncomingMessage, trustedHops: number): string => {
  const forwarded = trustedHops === 0 ? undefined : headerOf(request, 'x-forwarded-for');
  if (forwarded === undefined) return peerOf(request);
  const addresses = forwarded.split(',');
  const nearest = addresses[Math.max(0, addresses.length - trustedHops)] ?? '';
  return readAddress(nearest.trim()) ?? peerOf(request);
};

/** The same for an Express request. */
export const clientAddress = (request: Request): string => readAddress(request.ip ?? '') ?? peerOf(request);

const firstOf = (list: string): string => list.split(',', 1)[0]?.trim() ?? '';

/** The protocol that the client used. @param trustedHops as above */
export const protocolOf = (request: IncomingMessage, trustedHops: number): string => {
  const forwarded = trustedHops === 0 ? undefined : headerOf(request, 'x-forwarded-proto');
  if (forwarded !== undefined && forwarded !== '') return firstOf(forwarded);
  return (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
};

/**
 * The host that the client requested, with its port; empty if it named none. @param trustedHops as
 * above
 */
export const hostOf = (request: IncomingMessage, trustedHops: number): string => {
  const forwarded = trustedHops === 0 ? undefined : headerOf(request, 'x-forwarded-host');
  if (forwarded !== undefined && forwarded !== '') return firstOf(forwarded);
  return request.headers.host ?? '';
};

/** A host without its port; in `[2001:db8::1]:80`, the address has colons too. */
export const nameOfHost = (host: string): string => {
  const colon = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') + 1 : 0);
  return colon === -1 ? host : host.slice(0, colon);
};
