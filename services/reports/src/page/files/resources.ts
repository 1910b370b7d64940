import { createRequire } from 'node:module';

import type ThirdPartyWeb from 'third-party-web/nostats-subset.js';
import { getDomain } from 'tldts';

import type { PageArtifacts, ResourceFacts, ResourceKind } from '../page-artifacts.ts';

/** A resource whose server responded, whatever the status. */
export type AnsweredResource = Extract<ResourceFacts, { ok: true }>;

/** The resources that a browser loads to show the page. */
export const shownResources = ({ resources }: PageArtifacts): ResourceFacts[] =>
  resources.filter(({ isShown }) => isShown !== false);

/** The shown resources whose servers responded, of these kinds or all. */
export const answered = (artifacts: PageArtifacts, ...kinds: ResourceKind[]): AnsweredResource[] => {
  return shownResources(artifacts).filter(
    (resource): resource is AnsweredResource =>
      resource.ok && (kinds.length === 0 || kinds.includes(resource.kind)),
  );
};

/** The share of a text’s bytes that gzip takes away, as on most pages. */
export const COMPRESSED_AWAY = 0.7;

/** Bytes on the wire, else decoded bytes, else 0. */
export const sizeOf = (resource: AnsweredResource): number => {
  return resource.transferBytes ?? resource.decodedBytes ?? 0;
};

/** Cache lifetime in seconds; null when the response declares none. */
export const lifetimeOf = (resource: AnsweredResource): number | null => {
  const header = resource.headers
    .flatMap(([name, value]) => (name === 'cache-control' ? [value.toLowerCase()] : []))
    .join(', ');
  if (header !== '') {
    if (/(?:^|[\s,])(?:no-store|no-cache)(?:[\s,=]|$)/.test(header)) return 0;
    const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,12})/.exec(header)?.[1];
    if (maxAge !== undefined) return Number(maxAge);
  }
  const expires = Date.parse(resource.headers.find(([name]) => name === 'expires')?.[1] ?? '');
  const date = Date.parse(resource.headers.find(([name]) => name === 'date')?.[1] ?? '');
  return Number.isNaN(expires) || Number.isNaN(date)
    ? null
    : Math.max(0, Math.round((expires - date) / 1000));
};

/** The registered domain of a URL, or its host where there is none: an address, `localhost`. */
export const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? url;
  return getDomain(host) ?? host;
};

let owners: typeof ThirdPartyWeb | undefined;

/** Loaded with the first address: the list takes more than a megabyte, in each process that knows the checks. */
const thirdPartyWeb = (): typeof ThirdPartyWeb =>
  (owners ??= createRequire(import.meta.url)('third-party-web/nostats-subset.js') as typeof ThirdPartyWeb);

/** Finds the owner of an address in third-party-web's list; null for an unknown one. */
export const entityOf = (url: string): string | null =>
  (URL.canParse(url) ? thirdPartyWeb().getEntity(url)?.name : undefined) ?? null;

/**
 * True if an address belongs to somebody other than the page's owner: it has another registered
 * domain, and not of the same company, as `ytimg.com` is on `youtube.com`.
 */
export const isThirdParty = (url: string, pageUrl: string): boolean => {
  if (siteOf(url) === siteOf(pageUrl)) return false;
  const entity = entityOf(url);
  return entity === null || entity !== entityOf(pageUrl);
};
