/** That an endpoint will go away, and when. */
export interface Deprecation {
  /** The day on which it was declared deprecated, `2026-11-22`. */
  readonly since: string;
  /** The day from which it may stop answering; at least six months later. */
  readonly sunset?: string;
  /** Says what to use instead: a path of ours or an absolute address. */
  readonly link?: string;
}

/**
 * The headers that tell clients of a deprecation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and
 * `Link`.
 */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
  ...(link === undefined ? {} : { Link: `<${link}>; rel="deprecation"` }),
});
