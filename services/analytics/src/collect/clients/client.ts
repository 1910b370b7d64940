import { isIP } from 'node:net';

import { badRequest } from '@platform/errors';

import type { HitClaims } from '../hit.ts';
import { storable } from '../intake/hit-body.ts';
import type { HitBody } from '../intake/hit-body.ts';
import { parsePageUrl } from '../intake/page-url.ts';

/** Message of another product's client: the hit, and its claims about visitor and time. */
export interface ClientMessage {
  readonly body: HitBody;
  readonly claims: HitClaims;
}

/** A request of a client, as its product's endpoint gets it. */
export interface ClientRequest {
  readonly siteKey: string;
  /** The query of the address, without its `?`. */
  readonly query: string;
  readonly body: string;
  /** Address of the page that sends it; empty for none. */
  readonly referer: string;
}

/** Messages of a request, and the answer that the client expects. */
export interface ClientReading {
  readonly messages: readonly ClientMessage[];
  /** A key for servers that the client sends along in its own way. */
  readonly serverKey?: string;
  /** True for what servers alone send, with a key. */
  readonly needsVoucher?: boolean;
  readonly answer: ClientAnswer;
}

export interface ClientAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
}

/** Product with clients that may send hits here. Another one is a file and a line in the registry. */
export interface CompatibleClient {
  /** Below the path that names the website. */
  readonly paths: readonly string[];
  /** Paths at the root, for clients that take no other; their hits name the website themselves. */
  readonly rootPaths?: readonly string[];
  readonly methods: readonly ('get' | 'post')[];
  /**
   * Reads what a client sends.
   * @throws AppError `bad_request` for what no client of the product sends
   */
  readonly read: (request: ClientRequest) => ClientReading;
}

/** A transparent GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** For clients that ask for an image. */
export const PIXEL_ANSWER: ClientAnswer = { status: 200, type: 'image/gif', body: PIXEL };

/** Text, cut to `max` characters and without what can't be stored; empty for anything else. */
export const textOf = (value: unknown, max: number): string =>
  typeof value === 'string' ? storable(value, max) : '';

/** @throws AppError `bad_request` for what isn't an object */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The hit must be an object.');
  return { ...value };
};

/** @throws AppError `bad_request` */
export const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw badRequest('The hit is not valid JSON.');
  }
};

/** Stands for the website's own host until the website is known. */
const OWN_HOST = 'https://own-host.invalid/';

/** Schemes of pages in the shells of applications, which tell no host: `app://localhost/about`. */
const APPLICATION =
  /^(?!https?:|data:|blob:|javascript:|about:|file:|view-source:|chrome|[a-z-]*-extension:)[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * The address of a page, which may be a path on the website or on `host`.
 * @throws AppError `bad_request`
 */
export const pageOf = (value: unknown, host = ''): Pick<HitBody, 'url' | 'hasNoHost'> => {
  const given = typeof value === 'string' ? value : '';
  const text = given.replace(APPLICATION, '') || (given === '' ? '' : '/');
  const absolute = URL.parse(text);
  const hasNoHost = absolute === null && host === '';
  const base = host === '' ? OWN_HOST : `https://${host}/`;
  const url = parsePageUrl((absolute ?? URL.parse(text, base))?.href ?? '');
  if (url === null) throw badRequest('The hit’s address is not usable.');
  return hasNoHost ? { url, hasNoHost } : { url };
};

/** The name of an event. `engagement`, `link` and `vitals` are the own tracker's. */
export const eventName = (name: string): string =>
  ['engagement', 'link', 'vitals'].includes(name) ? `${name} event` : name;

/** @throws AppError `bad_request` for what is neither empty nor an IP address */
export const claimedAddress = (field: string, value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || isIP(value) === 0)
    throw badRequest(`The hit’s field ${field} is not an IP address.`);
  return value;
};
