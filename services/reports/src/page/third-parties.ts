import thirdPartyWeb from 'third-party-web/nostats-subset.js';
import { getDomain } from 'tldts';

/** The registered domain of a URL, or its host where there is none: an address, `localhost`. */
export const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? url;
  return getDomain(host) ?? host;
};

/** Finds the owner of an address in third-party-web's list; null for an unknown one. */
export const entityOf = (url: string): string | null =>
  (URL.canParse(url) ? thirdPartyWeb.getEntity(url)?.name : undefined) ?? null;

/**
 * Whether an address is somebody else's than the page's: of another registered domain, and not of the
 * same company, as `ytimg.com` is on `youtube.com`.
 */
export const isThirdParty = (url: string, pageUrl: string): boolean => {
  if (siteOf(url) === siteOf(pageUrl)) return false;
  const entity = entityOf(url);
  return entity === null || entity !== entityOf(pageUrl);
};
