import type { GeoLookup } from '../../geo/geo-lookup.ts';
import { readLinkClick } from '../intake/link-click.ts';
import { readPageUrl } from '../intake/page-url.ts';
import { referrerHost } from '../intake/referrer.ts';
import { withBrand } from '../intake/user-agent.ts';
import type { Device } from '../intake/user-agent.ts';
import type { SaltCache } from '../visitors/salt-cache.ts';
import { identify } from '../visitors/visitor-identity.ts';
import type { VisitorIds } from '../visitors/visitor-identity.ts';
import type { Step } from './hit-draft.ts';

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/;
const SCREEN = /^\d{2,5}x\d{2,5}$/;

/**
 * Takes the website's own proxies at their word: the visitor is who they say, further left in
 * `X-Forwarded-For`.
 */
export const believeProxies: Step = (draft) => {
  const { site, sender } = draft;
  const claimed = [...(sender.claimed ?? [])];
  let { address } = sender;
  while (claimed.length > 0 && site.isTrustedProxy(address)) address = claimed.pop() ?? address;
  if (address !== sender.address) draft.sender = { ...sender, address };
  return null;
};

/** Gives the page of a hit that names no host the website's own. */
export const nameHost: Step = (draft) => {
  const { body, site } = draft;
  if (!body.hasNoHost || !body.url) return null;
  const url = new URL(body.url);
  url.hostname = site.domain;
  draft.body = { ...body, url };
  return null;
};

/** Reads where the visit came from. */
export const readReferrer: Step = (draft) => {
  draft.referrer = referrerHost(draft.body.referrer, draft.site.domain);
  return null;
};

/** Turns the click on a link that the tracker sends into an event, or ends it when it is none. */
export const resolveLinkClick: Step = (draft) => {
  if (!draft.isBrowser || draft.body.name !== 'link') return null;
  const event = readLinkClick(draft.body, draft.site.domain);
  if (!event) return 'ignored';
  draft.body = event;
  return null;
};

/** Reads the page and its campaign. Parameters in `exclude_params` are taken out here. */
export const readPage: Step = (draft) => {
  const { body, site } = draft;
  draft.page = body.url && readPageUrl(body.url, site.domain, site, site.spelling);
  return null;
};

/** Reads language and screen. */
export const readScreenAndLanguage: Step = (draft) => {
  const { body, sender } = draft;
  const [first = ''] = (body.language || sender.acceptLanguage).split(/[,;]/, 1);
  const tag = first.trim().toLowerCase().replaceAll('_', '-');
  draft.language = LANGUAGE.test(tag) ? tag : '';
  draft.screen = SCREEN.test(body.screen) ? body.screen : '';
  return null;
};

/** Reads browser, operating system and kind of device. */
export const createReadDevice =
  (readUserAgent: (userAgent: string) => Device): Step =>
  (draft) => {
    draft.device = withBrand(readUserAgent(draft.sender.userAgent), draft.sender.brands ?? '');
    return null;
  };

/** Finds the country, region and city of the address. */
export const createLocate =
  (geo: GeoLookup): Step =>
  (draft) => {
    draft.place = geo.find(draft.sender.address);
    return null;
  };

/**
 * Derives the visitor's id of the day, and drops what comes too late to have one. Only salts that
 * aren't in memory have to be waited for.
 */
export const createIdentifyVisitor =
  (salts: SaltCache): Step =>
  (draft) => {
    const note = (ids: VisitorIds | null): 'late' | null => {
      draft.visitor = ids;
      return ids ? null : 'late';
    };
    const ids = identify(salts, draft.site, draft.sender, draft.ts, draft.now);
    return ids instanceof Promise ? ids.then(note) : note(ids);
  };
