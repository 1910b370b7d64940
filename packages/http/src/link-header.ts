import type { Request } from 'express';

import type { Reply } from './reply.ts';
import { pageLinks, withParameter } from './pagination-links.ts';

const absolute = (publicUrl: string, path: string): string => `${publicUrl.replace(/\/+$/, '')}${path}`;

/** Addresses of a list's other pages by relation, below the host. */
const relationsOf = (reply: Reply, url: string): Record<string, string | null> => {
  if (reply.kind === 'page') return pageLinks(reply.page, url);
  if (reply.kind !== 'one' || typeof reply.data !== 'object' || reply.data === null) return {};
  const { items, next_cursor: cursor } = reply.data as { items?: unknown; next_cursor?: unknown };
  return Array.isArray(items) && typeof cursor === 'string'
    ? { next: withParameter(url, 'cursor', cursor) }
    : {};
};

/** Each relation repeats the query, and proxies take some 16 KB of headers in all. */
const LONGEST = 4_096;

/**
 * The header `Link` of a list (RFC 8288): absolute addresses of its other pages. Undefined for what
 * isn't a list, for its only page, and where it would be very long; the body has the links, too.
 */
export const linkHeader = (reply: Reply, request: Request, publicUrl: string): string | undefined => {
  const links = Object.entries(relationsOf(reply, request.originalUrl)).filter(([, path]) => path !== null);
  const header = links
    .map(([rel, path]) => `<${absolute(publicUrl, String(path))}>; rel="${rel}"`)
    .join(', ');
  return header === '' || header.length > LONGEST ? undefined : header;
};
