import type { BrowserFacts } from './browser-facts.ts';
import { entityOf, isThirdParty } from './third-parties.ts';

/** An origin that a page’s requests went to. */
export interface RequestOrigin {
  readonly origin: string;
  readonly requests: number;
  /** Bytes of the recorded requests, over the network. */
  readonly bytes: number;
  /** The owner, where third-party-web knows one. */
  readonly entity: string | null;
  /** True if neither its registered domain nor its owner is the page’s. */
  readonly isThirdParty: boolean;
}

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
  return requestsByOrigin
    .map(({ origin, requests: number }) => ({
      origin,
      requests: number,
      bytes: weights.get(origin) ?? 0,
      entity: entityOf(origin),
      isThirdParty: isThirdParty(origin, pageUrl),
    }))
    .sort((a, b) => b.bytes - a.bytes || b.requests - a.requests);
};
