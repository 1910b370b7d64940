import type { Dispatcher } from 'undici';

import type { AddressPolicy } from './address-policy.ts';
import { exchange } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { GuardError, toGuardError } from './guard-error.ts';
import type { HostLimiter } from './host-limiter.ts';
import type { BodyLimits, ReadBody } from './read-body.ts';
import { readBody } from './read-body.ts';
import { parseTargetUrl } from './target-url.ts';

export type HeaderPair = readonly [name: string, value: string];

export interface FetchRequest extends Partial<BodyLimits> {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST, which should follow no redirects (`maxRedirects: 0`). */
  readonly body?: string;
  /** Sent to the first origin only when they carry credentials, to every hop otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects that are followed, 0–10; with 0 the redirect itself is the answer. */
  readonly maxRedirects?: number;
  /** Aborts the request, for instance at the deadline of a larger task. */
  readonly signal?: AbortSignal;
}

export interface FollowedRedirect {
  readonly url: string;
  readonly status: number;
  /** Absolute. */
  readonly location: string;
}

export interface FetchedResponse extends ReadBody {
  /** The URL that answered, without a fragment. */
  readonly finalUrl: string;
  readonly redirects: readonly FollowedRedirect[];
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** Milliseconds from writing the last request on an open connection to its first byte. */
  readonly timeToFirstByte: number;
  /** Milliseconds from the start to the last byte, redirects and lookups included. */
  readonly totalTime: number;
}

export interface FetchDeps {
  readonly dispatcher: Dispatcher;
  readonly policy: AddressPolicy;
  readonly limiter: HostLimiter;
  readonly userAgent: string;
  /** Milliseconds for one fetch in all. */
  readonly totalTimeout: number;
  /** Milliseconds from a request to its headers. */
  readonly headersTimeout: number;
}

export type GuardedFetch = (url: string, request?: FetchRequest) => Promise<FetchedResponse>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 10;
const DEFAULT_LIMITS: BodyLimits = { maxBytes: 5 * 1024 * 1024, overflow: 'fail' };
/** A redirect's body isn't used; it is read so that its connection can be reused. */
const REDIRECT_BODY: BodyLimits = { maxBytes: 16 * 1024, overflow: 'truncate' };
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
  const read = (answer: Exchange, request: FetchRequest): Promise<ReadBody> => {
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

    try {
      for (;;) {
        visited.add(url.href);
        const answer = await send(url, request, headers, signal);
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
        await readBody(answer.body, undefined, REDIRECT_BODY);
        const next = parseTargetUrl(location, policy, url);
        redirects.push({ url: url.href, status: answer.status, location: next.href });
        if (visited.has(next.href) || redirects.length > maxRedirects) throw new GuardError('redirect_loop');
        if (next.origin !== url.origin) headers = withoutCredentials(headers);
        url = next;
      }
    } catch (error) {
      throw signal.aborted ? new GuardError('timeout', error) : toGuardError(error);
    }
  };
};
