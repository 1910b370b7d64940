import type { IncomingMessage, ServerResponse } from 'node:http';

import { acceptRequestId, clientAddressOf } from '@platform/http';
import type { ClientAddress } from '@platform/http';
import type { TrustsProxy } from '@platform/runtime';

import { hostOf, nameOfHost, protocolOf } from '../client-address/client-address.ts';
import type { Principal } from '../keys/api-key.ts';
import type { Route } from '../routing-table.ts';

/**
 * Facts that the gateway learns about a request while handling it. A class, because one is created
 * for every request.
 */
export class RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Its start, by performance.now(). */
  readonly begun = performance.now();
  /** Path without the query; set once it is known to be unambiguous. */
  path: string | undefined;
  route: Route | undefined;
  /** The API key, or the member who owns the session. */
  caller: Principal | undefined;
  /** True once the request was counted against the address' limit for public paths. */
  isCountedAsPublic = false;
  /** Kind of error that was answered in the service's place, for the log. */
  failure: string | undefined;
  /** The error to answer with, instead of anything else. */
  error: unknown;
  /** The forwarding to a service, once it has begun. */
  forwarding: { closed(): void } | undefined;
  /** Headers of the gateway's own part of the answer: names and values in turn. */
  readonly headers: string[];
  readonly #trustsProxy: TrustsProxy;
  #origin: ClientAddress | undefined;
  #address: string | undefined;
  #areHeadersSet = false;

  /** @param trustsProxy decides which proxies are trusted with X-Forwarded-* headers */
  constructor(request: IncomingMessage, response: ServerResponse, trustsProxy: TrustsProxy) {
    this.request = request;
    this.response = response;
    this.requestId = acceptRequestId(request.headers['x-request-id']);
    this.headers = ['X-Request-Id', this.requestId];
    this.#trustsProxy = trustsProxy;
  }

  /** The client's address, as the trusted proxies vouch for it. */
  get address(): string {
    return (this.#address ??= this.#from.address);
  }

  set address(address: string) {
    this.#address = address;
  }

  /** The address that the request claims to have come from before that; nobody vouches for it. */
  get claimed(): readonly string[] {
    return this.#from.claimed;
  }

  get #from(): ClientAddress {
    return (this.#origin ??= clientAddressOf(this.request, this.#trustsProxy));
  }

  /** `http` or `https`, as the client wrote it. */
  get protocol(): string {
    return protocolOf(this.request, this.#trustsProxy);
  }

  /** The host that the client requested, with its port; empty if it named none, as in HTTP/1.0. */
  get host(): string {
    return hostOf(this.request, this.#trustsProxy);
  }

  /** The same without the port. */
  get hostname(): string {
    return nameOfHost(this.host);
  }

  /** Sets a header of the answer, no matter who produces it. */
  setHeader(name: string, value: string): void {
    if (this.#areHeadersSet) {
      this.response.setHeader(name, value);
      return;
    }
    const { headers } = this;
    let at = 0;
    while (at < headers.length && headers[at] !== name) at += 2;
    headers[at] = name;
    headers[at + 1] = value;
  }

  /** Moves the headers to node's response, for whoever continues with it. */
  applyHeaders(): void {
    if (this.#areHeadersSet || this.response.headersSent) return;
    this.#areHeadersSet = true;
    const { headers } = this;
    for (let at = 0; at < headers.length; at += 2)
      this.response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  }
}

/** If a response already has `locals`, Express keeps them. */
interface WithLocals {
  locals: { requestId: string; context: RequestContext };
}

/** Creates the context of a request and attaches it to the response. */
export const openContext = (
  request: IncomingMessage,
  response: ServerResponse,
  trustsProxy: TrustsProxy,
): RequestContext => {
  const context = new RequestContext(request, response, trustsProxy);
  (response as ServerResponse & WithLocals).locals = { requestId: context.requestId, context };
  return context;
};

/** The context of the request that `response` answers. */
export const contextOf = (response: ServerResponse): RequestContext =>
  (response as ServerResponse & WithLocals).locals.context;
