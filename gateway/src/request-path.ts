import { badRequest } from '@platform/errors';
import type { RequestHandler } from 'express';

/** A broken escape; or an encoded NUL or other control character, slash, backslash or dot. */
const SUSPICIOUS = /%(?![0-9A-Fa-f]{2})|%(?:[01][0-9A-Fa-f]|7[Ff]|2[EeFf]|5[Cc])/;
/** An empty segment, a dot segment, a backslash, or anything that isn't printable ASCII. */
const AMBIGUOUS = /\/\/|\/\.{1,2}(?:\/|$)|\\|[^\x21-\x7e]/;

/** `http://host/path`, which HTTP allows in a request line, as `/path`. */
const originForm = (url: string): string => {
  if (url.startsWith('/')) return url;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  if (rest === undefined) throw badRequest('The address must be a path.');
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/**
 * The path of an address, without the query.
 * @throws a bad request for a path that two readers could understand in two ways: what the gateway checked must be
 *   what the service sees
 */
export const readPath = (url: string): string => {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (AMBIGUOUS.test(path) || SUSPICIOUS.test(path))
    throw badRequest('The path is not valid: empty or dot segments, encoded slashes or broken escapes.');
  if (path.includes('%')) {
    try {
      decodeURIComponent(path);
    } catch {
      throw badRequest('The path is not valid percent-encoded UTF-8.');
    }
  }
  return path;
};

/** Headers that must not come twice, for readers disagree on which one counts. */
const SINGLE = new Set(['authorization', 'host']);

const refuseDuplicates = (rawHeaders: readonly string[]): void => {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Only these lengths can match, which spares most names the lower-casing.
    if (name.length !== 13 && name.length !== 4) continue;
    const lower = name.toLowerCase();
    if (!SINGLE.has(lower)) continue;
    if (seen.has(lower)) throw badRequest(`The header ${lower} must not be sent twice.`);
    seen.add(lower);
  }
};

/** Refuses requests that could mean one thing here and another to a service. */
export const strictRequest = (): RequestHandler => (request, _response, next) => {
  request.url = originForm(request.url);
  refuseDuplicates(request.rawHeaders);
  next();
};
