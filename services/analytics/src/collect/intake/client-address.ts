import type { IncomingHttpHeaders } from 'node:http';

/** Some proxies add the port: `192.0.2.1:5060`, `[2001:db8::1]:5060`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([^:]*):\d+$/.exec(entry)?.[1] ?? entry;

/** What a request says about who sent it. */
export interface Origin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The client's address: the entry of X-Forwarded-For that the outermost trusted proxy added.
 * Entries further left come from the client and prove nothing.
 * @param hops number of trusted proxies in front of this process; 0 takes the connection's own
 * address
 */
export const clientAddress = ({ headers, socket }: Origin, hops: number): string => {
  const peer = socket.remoteAddress ?? '';
  if (hops === 0) return peer;
  const forwarded = headers['x-forwarded-for'];
  const chain = typeof forwarded === 'string' ? forwarded.split(',') : [];
  return withoutPort((chain[Math.max(0, chain.length - hops)] ?? peer).trim());
};
