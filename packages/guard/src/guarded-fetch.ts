import { Readable } from 'node:stream';

import { CookieJar } from 'tough-cookie';
import type { Dispatcher } from 'undici';

import { parseTargetUrl } from './address-policy.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { FetchRequest, FollowedRedirect, GuardedFetch, HeaderPair } from './fetch-request.ts';
import { GuardError, toGuardError } from './guard-error.ts';
import type { HostLimiter } from './host-limiter.ts';
import { readBody } from './read-body.ts';
import type { BodyLimits, ReadBody } from './read-body.ts';

const toPairs = (rawHeaders: Dispatcher.DispatchController['rawHeaders']): [string, string][] => {
  const fields = Array.isArray(rawHeaders)
    ? rawHeaders.map((field) => Buffer.from(field).toString('latin1'))
    : [];
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < fields.length; index += 2)
    pairs.push([(fields[index] ?? '').toLowerCase(), fields[index + 1] ?? '']);
  return pairs;
};

interface ExchangeRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. */
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds until the headers must be there, connecting included. */
  readonly headersTimeout: number;
}

interface Exchange {
  readonly status: number;
  /** In the order received, one pair per field line, names in lower case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Readable;
  /**
   * Milliseconds from writing the request on an open connection to the first byte of the answer.
   */
  readonly timeToFirstByte: number;
}

const MAX_INFORMATIONAL = 8;

/**
 * One request and one answer, whose body is not read yet. The body must be read to its end or
 * destroyed.
 */
const exchange = (dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let startedAt = 0;
    let informational = 0;
    let answered = false;
    let finished = false;

    const abort = (reason: Error): void => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      request.signal.removeEventListener('abort', onAbort);
      controller?.abort(reason);
      if (!answered) reject(reason);
      else if (!body.destroyed) body.destroy(reason);
    };
    const onAbort = (): void => {
      abort(new GuardError('timeout', request.signal.reason));
    };
    const timer = setTimeout(() => {
      abort(new GuardError('timeout'));
    }, request.headersTimeout);
    const body = new Readable({
      highWaterMark: 64 * 1024,
      read: () => controller?.resume(),
      destroy(error, callback) {
        abort(error ?? new GuardError('too_large'));
        callback(error);
      },
    });
    // Nobody listens to a failure after the body was given up.
    body.on('error', () => undefined);

    if (request.signal.aborted) {
      onAbort();
      return;
    }
    request.signal.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        // By default undici closes the connection after HEAD: a handshake for each file of a page.
        reset: false,
      },
      {
        onRequestStart(started) {
          controller = started;
          startedAt = performance.now();
          if (finished) started.abort(new GuardError('timeout'));
        },
        onResponseStart(_controller, status) {
          if (status < 200) {
            informational += 1;
            if (informational > MAX_INFORMATIONAL) abort(new GuardError('invalid_response'));
            return;
          }
          clearTimeout(timer);
          answered = true;
          const timeToFirstByte = performance.now() - startedAt;
          resolve({ status, headers: toPairs(_controller.rawHeaders), body, timeToFirstByte });
        },
        onResponseData(responding, chunk) {
          if (!body.push(chunk)) responding.pause();
        },
        onResponseEnd() {
          finished = true;
          request.signal.removeEventListener('abort', onAbort);
          body.push(null);
        },
        onResponseError(_controller, error) {
          abort(error);
        },
      },
    );
  });

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

const valueOf = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers
    .filter(([key]) => key === name)
    .map(([, value]) => value)
    .join(', ') || undefined;

const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));

/** Header bytes arrive as Latin-1; a `Location` with raw UTF-8 in it is read as browsers do. */
const locationOf = (headers: readonly HeaderPair[]): string | undefined => {
  const location = headers.find(([name]) => name === 'location')?.[1];
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8');
};

/** Adds cookies to those that the caller sends anyway. */
const mergeCookies = (
  headers: Record<string, string>,
  cookie: string | undefined,
): Record<string, string> => {
  if (cookie === undefined) return headers;
  const own = Object.keys(headers).find((name) => name.toLowerCase() === 'cookie');
  return own === undefined
    ? { ...headers, cookie }
    : { ...headers, [own]: `${headers[own] ?? ''}; ${cookie}` };
};

export interface FetchLimits {
  readonly limiter: HostLimiter;
  readonly userAgent: string;
  /** Milliseconds for one fetch in all. */
  readonly totalTimeout: number;
  /** Milliseconds from a request to its headers. */
  readonly headersTimeout: number;
}

interface FetchDeps extends FetchLimits {
  readonly dispatcher: Dispatcher;
  readonly policy: AddressPolicy;
}

const MAX_REDIRECTS = 10;
const DEFAULT_LIMITS: BodyLimits = { maxBytes: 5 * 1024 * 1024, overflow: 'fail' };
/** A body that isn't used is read so that its connection can be reused. */
const UNUSED_BODY: BodyLimits = { maxBytes: 16 * 1024, overflow: 'truncate' };
const NO_BODY: ReadBody = {
  body: Buffer.alloc(0),
  transferBytes: 0,
  encoding: null,
  truncated: false,
  stalled: false,
};

/** The cookies of one fetch and its redirects, as a browser without any would keep them. */
const createCookies = () => {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: true });
  return {
    keep(url: URL, headers: readonly HeaderPair[]): void {
      for (const [name, value] of headers)
        if (name === 'set-cookie') jar.setCookieSync(value, url.href, { ignoreError: true });
    },
    headersFor(url: URL): { cookie?: string } {
      const cookie = jar.getCookieStringSync(url.href);
      return cookie === '' ? {} : { cookie };
    },
  };
};

/**
 * Makes a `fetch` that only reaches permitted addresses, checks every redirect, and keeps its
 * limits.
 */
export const createGuardedFetch = (deps: FetchDeps): GuardedFetch => {
  const { dispatcher, policy, limiter } = deps;

  const send = async (
    url: URL,
    request: FetchRequest,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => {
    await limiter.wait(url.hostname, deps.totalTimeout, signal);
    return exchange(dispatcher, {
      url,
      method: request.method ?? 'GET',
      body: request.body,
      headers: {
        'user-agent': deps.userAgent,
        accept: '*/*',
        'accept-encoding': 'gzip, br, zstd',
        ...headers,
      },
      signal,
      headersTimeout: deps.headersTimeout,
    });
  };
  const read = async (answer: Exchange, request: FetchRequest): Promise<ReadBody> => {
    if (request.dropsBody) {
      readBody(answer.body, undefined, UNUSED_BODY).catch(() => undefined);
      return NO_BODY;
    }
    // HEAD names the encoding of a body that never comes.
    const encoding = request.method === 'HEAD' ? undefined : valueOf(answer.headers, 'content-encoding');
    return readBody(answer.body, encoding, { ...DEFAULT_LIMITS, ...request });
  };

  return async (text, request = {}) => {
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(deps.totalTimeout);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    const maxRedirects = Math.min(request.maxRedirects ?? MAX_REDIRECTS, MAX_REDIRECTS);
    const redirects: FollowedRedirect[] = [];
    const visited = new Set<string>();
    let headers: Record<string, string> = { ...request.headers };
    let url = parseTargetUrl(text, policy);
    let bound = request.bound;
    const cookies = request.keepsCookies === true ? createCookies() : null;
    /** A page may redirect to itself once its cookie has come back. */
    const stepOf = (step: URL): string => `${step.href} ${cookies?.headersFor(step).cookie ?? ''}`;

    try {
      for (;;) {
        visited.add(stepOf(url));
        if (bound?.origin !== url.origin) bound = undefined;
        const fields = mergeCookies({ ...headers, ...bound?.headers }, cookies?.headersFor(url).cookie);
        const answer = await send(url, request, fields, signal);
        cookies?.keep(url, answer.headers);
        const location = REDIRECTS.has(answer.status) ? locationOf(answer.headers) : undefined;
        if (location === undefined || maxRedirects === 0) {
          const body = await read(answer, request);
          const { status, timeToFirstByte } = answer;
          const totalTime = performance.now() - startedAt;
          return {
            finalUrl: url.href,
            redirects,
            status,
            headers: answer.headers,
            timeToFirstByte,
            totalTime,
            ...body,
          };
        }
        await readBody(answer.body, undefined, UNUSED_BODY);
        const next = parseTargetUrl(location, policy, url);
        const set = answer.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
        redirects.push({ url: url.href, status: answer.status, location: next.href, setCookies: set });
        if (visited.has(stepOf(next)) || redirects.length > maxRedirects)
          throw new GuardError('redirect_loop');
        if (next.origin !== url.origin) headers = withoutCredentials(headers);
        url = next;
      }
    } catch (error) {
      throw signal.aborted ? new GuardError('timeout', error) : toGuardError(error);
    }
  };
};
