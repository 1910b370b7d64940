import type { IncomingMessage } from 'node:http';

/**
 * The address of the client, told by the outermost proxy that is trusted: the entry of X-Forwarded-For that this proxy
 * added. Entries further left were sent by the client and mean nothing.
 * @param hops number of trusted proxies in front of this process; 0 takes the address of the connection
 */
export const clientAddress = (request: IncomingMessage, hops: number): string => {
  const peer = request.socket.remoteAddress ?? '';
  if (hops === 0) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const chain = typeof forwarded === 'string' ? forwarded.split(',') : [];
  return (chain[Math.max(0, chain.length - hops)] ?? peer).trim();
};
