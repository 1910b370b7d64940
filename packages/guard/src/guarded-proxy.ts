import { createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { createGuardedLookup, parseTargetUrl, portOf } from './address-policy.ts';
import type { AddressPolicy, ResolveHost } from './address-policy.ts';

export interface GuardedProxyDeps {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  /** Milliseconds to connect. */
  readonly connectTimeout: number;
  /** Where to listen instead of a free port of 127.0.0.1. */
  readonly listenOn?: ProxyAddress | undefined;
}

/** A Unix socket, or a port of every address of this machine, which then must be let through to a browser only. */
export type ProxyAddress = { readonly socketPath: string } | { readonly port: number };

/** A proxy for a browser. */
export interface GuardedProxy {
  /** For a browser's `--proxy-server`: `http://127.0.0.1:41234`; for a socket, its path. */
  readonly url: string;
  /** Requests refused so far. */
  readonly refused: () => number;
  close(): Promise<void>;
}

/** Hop-by-hop fields (RFC 9110 §7.6.1), which end at the proxy. */
const HOP_BY_HOP = ['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'trailer'];
const IDLE_MILLISECONDS = 30_000;

/**
 * Starts an HTTP proxy that connects only where the policy permits, for a browser that runs pages
 * chosen by strangers. Names are resolved here, and the socket goes to the address that was checked.
 * Secure connections and WebSockets come as CONNECT; plain requests in absolute form.
 */
export const startGuardedProxy = async (deps: GuardedProxyDeps): Promise<GuardedProxy> => {
  const { policy, resolveHost, connectTimeout, listenOn } = deps;
  const sockets = new Set<Duplex>();
  let refused = 0;

  const track = <Stream extends Duplex>(stream: Stream): Stream => {
    sockets.add(stream);
    stream.on('close', () => sockets.delete(stream));
    stream.on('error', () => stream.destroy());
    return stream;
  };
  /** @throws GuardError `blocked` for what needs no name server to refuse */
  const targetOf = (text: string) => {
    const url = parseTargetUrl(text, policy);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = portOf(url);
    return { url, host, port, lookup: createGuardedLookup({ policy, resolveHost }, port) };
  };

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const refuse = (): void => {
      refused += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(403, { 'content-type': 'text/plain' }).end('Refused by the guard.');
    };
    try {
      const { url, host, port, lookup } = targetOf(incoming.url ?? '');
      if (url.protocol !== 'http:') {
        refuse();
        return;
      }
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
      );
      const outgoing = sendRequest(
        {
          host,
          port,
          lookup,
          family: isIP(host),
          method: incoming.method,
          path: url.pathname + url.search,
          headers: { ...headers, host: url.host },
          timeout: IDLE_MILLISECONDS,
          agent: false,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        },
      );
      outgoing.on('error', refuse);
      outgoing.on('timeout', () => outgoing.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    } catch {
      refuse();
    }
  };

  const tunnel = (incoming: IncomingMessage, client: Duplex, head: Buffer): void => {
    const refuse = (): void => {
      refused += 1;
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    };
    track(client);
    try {
      const { host, port, lookup } = targetOf(`https://${incoming.url ?? ''}`);
      const upstream: Socket = track(connect({ host, port, lookup, timeout: connectTimeout }));
      upstream.once('timeout', () => upstream.destroy());
      upstream.once('error', refuse);
      upstream.once('connect', () => {
        upstream.removeListener('error', refuse);
        upstream.setTimeout(IDLE_MILLISECONDS);
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.write(head);
        upstream.pipe(client);
        client.pipe(upstream);
      });
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
    } catch {
      refuse();
    }
  };

  const server = createServer(forward);
  server.on('connect', tunnel);
  server.on('connection', track);
  // A plain Upgrade has no business here: browsers open WebSockets through CONNECT.
  server.on('upgrade', (_request, socket: Duplex) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (listenOn === undefined) server.listen(0, '127.0.0.1', resolve);
    else if ('socketPath' in listenOn) server.listen(listenOn.socketPath, resolve);
    else server.listen(listenOn.port, resolve);
  });
  const address = server.address() as AddressInfo | string;

  return {
    url: typeof address === 'string' ? address : `http://127.0.0.1:${address.port}`,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
};
