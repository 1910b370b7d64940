import type { BodyLimits, ReadBody } from './read-body.ts';

export type HeaderPair = readonly [name: string, value: string];

export interface FetchRequest extends Partial<BodyLimits> {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST, which should follow no redirects (`maxRedirects: 0`). */
  readonly body?: string;
  /** Sent to the first origin only when they carry credentials, to every hop otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Headers for one origin alone. No request to another origin carries them, nor any that comes
   * after a redirect away from it, not even back to it.
   */
  readonly bound?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> };
  /** Redirects that are followed, 0–10; with 0 the redirect itself is the answer. */
  readonly maxRedirects?: number;
  /** Sends the cookies that redirects set back to their sites, as browsers do. None outlive the fetch. */
  readonly keepsCookies?: boolean;
  /** Resolves once the headers arrive and discards the body. */
  readonly dropsBody?: boolean;
  /** Aborts the request, for instance at the deadline of a larger task. */
  readonly signal?: AbortSignal;
}

export interface FollowedRedirect {
  readonly url: string;
  readonly status: number;
  /** Absolute. */
  readonly location: string;
  /** Its `Set-Cookie` lines. */
  readonly setCookies: readonly string[];
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

export type GuardedFetch = (url: string, request?: FetchRequest) => Promise<FetchedResponse>;
