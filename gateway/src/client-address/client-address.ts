import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { peerOf, readAddress } from '@platform/http';
import type { TrustsProxy } from '@platform/runtime';
import type { Request } from 'express';

const headerOf = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name] as string | undefined;

/** The client's address, as the trusted proxies vouch for it, for an Express request. */
export const clientAddress = (request: Request): string => readAddress(request.ip ?? '') ?? peerOf(request);

const firstOf = (list: string): string => list.split(',', 1)[0]?.trim() ?? '';

/** Reads a header of the nearest proxy, if trusted. */
const toldByProxy = (request: IncomingMessage, name: string, trusts: TrustsProxy): string => {
  const told = headerOf(request, name) ?? '';
  return told !== '' && trusts(peerOf(request), 0) ? firstOf(told) : '';
};

/** The protocol that the client used. */
export const protocolOf = (request: IncomingMessage, trusts: TrustsProxy): string => {
  const told = toldByProxy(request, 'x-forwarded-proto', trusts);
  if (told !== '') return told;
  return (request.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
};

/** The host that the client requested, with its port; empty if it named none. */
export const hostOf = (request: IncomingMessage, trusts: TrustsProxy): string =>
  toldByProxy(request, 'x-forwarded-host', trusts) || (request.headers.host ?? '');

/** A host without its port; in `[2001:db8::1]:80`, the address has colons too. */
export const nameOfHost = (host: string): string => {
  const colon = host.indexOf(':', host.startsWith('[') ? host.indexOf(']') + 1 : 0);
  return colon === -1 ? host : host.slice(0, colon);
};
