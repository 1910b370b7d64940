export type HeaderPair = [name: string, value: string];

/** One redirect: the URL that answered with it, the status and the absolute URL it led to. */
export interface RedirectHop {
  url: string;
  status: number;
  location: string;
  /** Its `Set-Cookie` lines; missing from results that predate this field. */
  setCookies?: string[];
}

/** Why a request got no response. A failed report carries the same codes. */
export type FetchErrorCode =
  | 'unreachable'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'blocked'
  | 'not_html'
  | 'too_large'
  | 'redirect_loop'
  | 'http_error'
  | 'invalid_response';

/** A response, whatever its status, or the reason there was none. */
export type Probe<T> = ({ ok: true } & T) | { ok: false; code: FetchErrorCode };

export interface TextFile {
  url: string;
  /** The URL that answered, after redirects. */
  finalUrl: string;
  status: number;
  mediaType: string | null;
  /** The decoded text, cut at 512 KiB; empty when the status is not 2xx. */
  text: string;
  /** Decoded bytes read; with `truncated`, the limit. */
  bytes: number;
  truncated: boolean;
}

export type SitemapFile = { url: string; declared: boolean } & Probe<Omit<TextFile, 'url'>>;

/** A URL asked for, and what answered after redirects. */
export interface FollowedAnswer {
  url: string;
  finalUrl: string;
  status: number;
  redirects: RedirectHop[];
}
