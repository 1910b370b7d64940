import { getDomain } from 'tldts';

import type { BrowserFacts } from './browser-facts.ts';

/** An origin that a page’s requests went to. */
export interface RequestOrigin {
  readonly origin: string;
  readonly requests: number;
  /** Bytes of the recorded requests, over the network. */
  readonly bytes: number;
  /** True if its registered domain differs from the page’s. */
  readonly isThirdParty: boolean;
}

/** The registered domain of a URL, or its host where there is none: an address, `localhost`. */
const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? url;
  return getDomain(host) ?? host;
};

/** The origins of a page’s requests, the heaviest first. */
export const originsOf = (
  { requestsByOrigin, requests = [] }: Pick<BrowserFacts, 'requestsByOrigin' | 'requests'>,
  pageUrl: string,
): readonly RequestOrigin[] => {
  const weights = new Map<string, number>();
  for (const { url, bytes } of requests) {
    const origin = URL.parse(url)?.origin ?? '';
    weights.set(origin, (weights.get(origin) ?? 0) + (bytes ?? 0));
  }
  const own = siteOf(pageUrl);
  return requestsByOrigin
    .map(({ origin, requests: number }) => ({
      origin,
      requests: number,
      bytes: weights.get(origin) ?? 0,
      isThirdParty: siteOf(origin) !== own,
    }))
    .sort((a, b) => b.bytes - a.bytes || b.requests - a.requests);
};
