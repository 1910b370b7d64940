import { hash, timingSafeEqual } from 'node:crypto';

import { unauthenticated } from '@platform/errors';

import { localDay, utcDay } from '../calendar/zone-day.ts';
import type { DropReason } from '../exclusions/drop-reasons.ts';
import type { GeoLookup } from '../geo/geo-lookup.ts';
import type {
  ClientHit,
  Drop,
  HitBody,
  HitClaims,
  IncomingHit,
  Outcome,
  Sender,
  ServerHit,
  Voucher,
} from './intake/hit.ts';
import type { Device } from './intake/user-agent.ts';
import {
  createDropBots,
  createDropReferrerSpam,
  dropExcludedAddress,
  dropForeignOrigin,
  dropOutOfTime,
} from './pipeline/drop-steps.ts';
import { createDraft, run, toHit } from './pipeline/hit-draft.ts';
import type { Step } from './pipeline/hit-draft.ts';
import {
  believeProxies,
  createIdentifyVisitor,
  createLocate,
  createReadDevice,
  nameHost,
  readPage,
  readReferrer,
  readScreenAndLanguage,
  resolveLinkClick,
} from './pipeline/read-steps.ts';
import type { CollectSite } from './sites/collect-site.ts';
import type { SiteCache } from './sites/site-cache.ts';
import type { SaltCache } from './visitors/salt-cache.ts';
import type { BatchItem } from './writing/batch-item.ts';

export interface CollectServiceDeps {
  sites: SiteCache;
  salts: SaltCache;
  geo: GeoLookup;
  /** @param deadline by `performance.now()`: past it, nothing may be written */
  submit: (item: BatchItem, deadline: number) => Promise<Outcome>;
  botFilter: (userAgent: string) => DropReason | null;
  isSpamReferrer: (host: string) => boolean;
  readUserAgent: (userAgent: string) => Device;
  now?: () => number;
}

export interface CollectService {
  /**
   * Stores or drops what a browser sends. Resolves when that has committed.
   * @param deadline by `performance.now()`: past it, nothing is written
   * @throws AppError `unavailable` when it can't be stored by then
   */
  fromBrowser(body: HitBody, sender: Sender, deadline: number): Promise<Outcome>;
  /**
   * The same for a server of `organisation`. Only the organisation's own websites are known, and
   * the server may leave out the visitor's address and user agent.
   */
  fromServer(hit: ServerHit, organisation: string, deadline: number): Promise<Outcome>;
  /**
   * The same for a client of another product. What it says about visitor and time counts only where
   * somebody vouches for it.
   * @throws AppError `unauthenticated` for a wrong key for servers
   */
  fromClient(hit: ClientHit, voucher: Voucher | null, deadline: number): Promise<Outcome>;
}

/**
 * The sender as a server describes it that somebody vouches for. What it leaves out is read from its
 * request, as Plausible's servers do: the address from `X-Forwarded-For`, the agent from `User-Agent`.
 */
const senderBy = (claims: HitClaims, sender: Sender): Sender => {
  const { address = sender.claimed?.[0] ?? sender.address, userAgent = sender.userAgent, visitor } = claims;
  // The brands and proxies are those of the server.
  return {
    address,
    userAgent,
    ...(visitor === undefined ? {} : { visitor }),
    origin: '',
    acceptLanguage: '',
  };
};

/** True if the secret is that of the website's key for servers. */
const isSecretOf = ({ serverKeyHash }: CollectSite, secret: string): boolean =>
  serverKeyHash !== null &&
  timingSafeEqual(hash('sha256', secret, 'buffer'), Buffer.from(serverKeyHash, 'hex'));

/** Decides about every hit: who sent it, whether it counts, and what is stored of it. */
export const createCollectService = (deps: CollectServiceDeps): CollectService => {
  const { sites, salts, geo, submit, botFilter, isSpamReferrer, readUserAgent, now = Date.now } = deps;

  /** The life of a hit between its arrival and its batch. */
  const pipeline: readonly Step[] = [
    believeProxies,
    nameHost,
    readReferrer,
    dropOutOfTime,
    dropForeignOrigin,
    dropExcludedAddress,
    createDropBots(botFilter),
    createDropReferrerSpam(isSpamReferrer),
    resolveLinkClick,
    readPage,
    readScreenAndLanguage,
    createReadDevice(readUserAgent),
    createLocate(geo),
    createIdentifyVisitor(salts),
  ];

  const collect = async (site: CollectSite | null, hit: IncomingHit, deadline: number): Promise<Outcome> => {
    const drop = (item: Drop): Promise<Outcome> => submit({ drop: item }, deadline);
    if (!site) return drop({ siteId: 0, day: utcDay(now()), reason: 'unknown_site' });
    const draft = createDraft(site, hit, now());
    const verdict = await run(pipeline, draft);
    if (verdict === null) {
      const stored = toHit(draft);
      const { also = [] } = hit.body;
      if (also.length === 0) return submit({ hit: stored }, deadline);
      // The same sender on the same page: what was found out about the view holds for them, too.
      return submit({ hit: stored, also: also.map((body) => toHit({ ...draft, body })) }, deadline);
    }
    if (verdict === 'ignored') return 'ignored';
    // Counted on the day of arrival: a hit dropped for its time has no usable day of its own.
    return drop({ siteId: site.id, day: localDay(site.timezone, now()), reason: verdict });
  };

  return {
    async fromBrowser(body, sender, deadline) {
      const found = sites.get(body.siteKey);
      const site = found instanceof Promise ? await found : found;
      return collect(site, { body, sender, ts: now(), isBrowser: true }, deadline);
    },
    async fromClient({ body, sender, claims }, voucher, deadline) {
      const site = await sites.get(body.siteKey);
      if (voucher === null) return collect(site, { body, sender, ts: now(), isBrowser: true }, deadline);
      const isOwn = 'secret' in voucher || site?.organisation === voucher.organisation;
      if ('secret' in voucher && !(site && isSecretOf(site, voucher.secret)))
        throw unauthenticated('The key for servers in the path is not valid.');
      const hit = { body, sender: senderBy(claims, sender), ts: claims.time ?? now(), isBrowser: false };
      return collect(isOwn ? site : null, hit, deadline);
    },
    async fromServer({ body, sender, time }, organisation, deadline) {
      const site = await sites.get(body.siteKey);
      const hit = { body, sender, ts: time ?? now(), isBrowser: false };
      return collect(site?.organisation === organisation ? site : null, hit, deadline);
    },
  };
};
