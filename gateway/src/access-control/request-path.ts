import type { IncomingMessage } from 'node:http';

import { badRequest } from '@platform/errors';

/** A broken escape, or an encoded control character, slash, backslash or dot. */
const SUSPICIOUS = /%(?![0-9A-Fa-f]{2})|%(?:[01][0-9A-Fa-f]|7[Ff]|2[EeFf]|5[Cc])/;
/**
 * An empty segment, a dot segment, a backslash, a fragment (which clients never send), or anything
 * that isn't printable ASCII.
 */
const AMBIGUOUS = /\/\/|\/\.{1,2}(?:\/|$)|[\\#]|[^\x21-\x7e]/;

/**
 * Turns the absolute form of a request target, `http://host/path`, into `/path`. Its host replaces
 * the one in the Host header, which a server must ignore then (RFC 9112, 3.2.2).
 */
const toOriginForm = (request: IncomingMessage): void => {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const [, authority = '', rest] = /^https?:\/\/([^/?#]*)((?:[/?#].*)?)$/i.exec(url) ?? [];
  if (rest === undefined || authority === '' || authority.includes('@'))
    throw badRequest('The address must be a path.');
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = authority;
};

/**
 * The path of a request target, without the query.
 * @throws a bad request if two programs could read the path differently: the gateway must check the
 *   same path that the service serves
 */
export const readPath = (url: string): string => {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (AMBIGUOUS.test(path) || SUSPICIOUS.test(path))
    throw badRequest(
      'The path is not valid: it has empty or dot segments, encoded slashes or broken escapes.',
    );
  if (path.includes('%')) {
    try {
      decodeURIComponent(path);
    } catch {
      throw badRequest('The path is not valid percent-encoded UTF-8.');
    }
  }
  return path;
};

/** Headers that must not repeat, because programs disagree on which copy counts. */
const SINGLE = new Set(['authorization', 'host']);

const refuseDuplicates = (rawHeaders: readonly string[]): void => {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Checking the length first avoids lower-casing most names.
    if (name.length !== 13 && name.length !== 4) continue;
    const lower = name.toLowerCase();
    if (!SINGLE.has(lower)) continue;
    if (seen.has(lower)) throw badRequest(`The header ${lower} must not be sent twice.`);
    seen.add(lower);
  }
};

/** RFC 9112, 3.2: only HTTP/1.0 may leave it out. */
const requireHost = ({ headers, httpVersion }: IncomingMessage): void => {
  if (headers.host === undefined && httpVersion !== '1.0') throw badRequest('The header host is missing.');
};

/** Refuses requests that the gateway and a service could read differently. @throws 400 */
export const refuseAmbiguousRequest = (request: IncomingMessage): void => {
  requireHost(request);
  refuseDuplicates(request.rawHeaders);
  toOriginForm(request);
};
