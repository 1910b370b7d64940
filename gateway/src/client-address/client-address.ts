import { isIP } from 'node:net';

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

/**
 * The client's address, as the trusted proxies vouch for it. Ports are removed and anything that is
 * no address is replaced by the address of the connection: otherwise each spelling would have a
 * rate limit of its own.
 */
export const clientAddress = (request: Request): string =>
  readAddress(request.ip ?? '') ?? readAddress(request.socket.remoteAddress ?? '') ?? '';
