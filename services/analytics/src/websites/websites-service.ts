import { hash, randomBytes } from 'node:crypto';

import { invalid, notFound } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import { faultOfRecipients } from '@platform/mailer';
import type { ChangedPasswordHash } from '@platform/page-access';

import {
  faultOfAddresses,
  faultOfParams,
  createLineCheck,
  splitLines,
} from '../exclusions/rules/line-list.ts';
import type { LineFault } from '../exclusions/rules/line-list.ts';
import {
  faultOfCountries,
  faultOfHosts,
  faultOfPageRules,
  faultOfPages,
  faultOfVisitors,
} from '../exclusions/rules/storage-rules.ts';
import { normaliseDomain } from './domain-name.ts';
import { DEFAULTS } from './website.ts';
import type { NewWebsite, Website, WebsiteSettings } from './website.ts';
import type {
  CreateWebsiteBody,
  ListWebsitesQuery,
  UpdateWebsiteBody,
  WebsiteSettingsBody,
} from './websites-schema.ts';
import type { WebsitesPage, WebsitesStore } from './websites-store.ts';

const MAX_LINES = 50;

const isOrigin = (line: string): boolean => {
  const url = URL.parse(line);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === line.toLowerCase();
};

/** Checks the origins that may embed the statistics page in a frame: `https://example.com`. */
const faultOfOrigins = createLineCheck({
  maxLines: MAX_LINES,
  accepts: isOrigin,
  expected: 'an origin such as https://example.com',
});

const LISTS = [
  ['exclude_params', 'excludeParams', faultOfParams],
  ['exclude_ips', 'excludeIps', faultOfAddresses],
  ['trusted_proxies', 'trustedProxies', faultOfAddresses],
  ['page_rules', 'pageRules', faultOfPageRules],
  ['exclude_pages', 'excludePages', faultOfPages],
  ['exclude_hosts', 'excludeHosts', faultOfHosts],
  ['exclude_countries', 'excludeCountries', faultOfCountries],
  ['exclude_visitors', 'excludeVisitors', faultOfVisitors],
  ['email_recipients', 'emailRecipients', faultOfRecipients],
  ['embed_origins', 'embedOrigins', faultOfOrigins],
] as const satisfies readonly (readonly [
  keyof WebsiteSettingsBody,
  keyof WebsiteSettings,
  (lines: readonly string[]) => LineFault,
])[];

// POSIX reads `UTC+5` and the like with the opposite sign, so only names of places and Etc/… pass.
const ZONE_NAME = /^(UTC|GMT|[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2})$/;

const isZone = (name: string): boolean => {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const withoutUndefined = <Value extends object>(value: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<Value>;

interface WebsitesServiceDeps {
  store: WebsitesStore;
}

export interface WebsitesService {
  /**
   * @throws AppError `invalid` for contradictory settings, and for a domain that the organisation
   * already has
   */
  create(organisation: string, body: CreateWebsiteBody, passwordHash?: ChangedPasswordHash): Promise<Website>;
  list(organisation: string, query: ListWebsitesQuery): Promise<WebsitesPage>;
  /** @throws AppError `not_found`, also for another organisation's website */
  show(organisation: string, id: number): Promise<Website>;
  /**
   * A website as it would be with other settings, which aren't saved.
   * @throws AppError `not_found`, and `invalid` like `update`
   */
  withSettings(organisation: string, id: number, body: WebsiteSettingsBody): Promise<Website>;
  /** @throws AppError `invalid`, also for another domain than the website's own */
  update(
    organisation: string,
    id: number,
    body: UpdateWebsiteBody,
    passwordHash?: ChangedPasswordHash,
  ): Promise<Website>;
  /**
   * Gives a website another domain; its statistics, key and settings stay.
   * @throws AppError `not_found`, and `invalid` like `create`
   */
  move(organisation: string, id: number, domain: string): Promise<Website>;
  /**
   * Gives a website a new key for servers; the one before it stops working.
   * @returns the key, of which only a hash is kept
   * @throws AppError `not_found`
   */
  makeServerKey(organisation: string, id: number): Promise<string>;
  /** Ends the key for servers. @throws AppError `not_found` for another website, or if there is none */
  endServerKey(organisation: string, id: number): Promise<void>;
  /**
   * Changes the descriptions of visitors who aren’t stored, as they are at that moment.
   * @throws AppError `not_found`, and `invalid` for more of them than there may be
   */
  changeVisitorRules(
    organisation: string,
    id: number,
    change: (lines: readonly string[]) => readonly string[],
  ): Promise<void>;
  remove(organisation: string, id: number): Promise<void>;
}

/** Hashes the secret of a website's key for servers. It is random, so one round is enough. */
const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');

const taken = () =>
  invalid([{ field: 'domain', message: 'domain has already been taken by one of your websites' }]);

const toDomain = (text: string): string => {
  const domain = normaliseDomain(text);
  if (domain !== null) return domain;
  throw invalid([{ field: 'domain', message: 'domain must be a domain name such as example.com' }]);
};

/** The use cases of websites. */
export const createWebsitesService = ({ store }: WebsitesServiceDeps): WebsitesService => {
  /** Normalises what a client sent; fields that were not given are left out. */
  const toSettings = async (
    body: WebsiteSettingsBody,
    passwordHash: ChangedPasswordHash,
  ): Promise<Partial<WebsiteSettings>> => {
    const faults: ErrorDetail[] = [];
    const lists: Partial<Record<(typeof LISTS)[number][1], string | null>> = {};
    for (const [field, name, faultOf] of LISTS) {
      const text = body[field];
      if (text === undefined) continue;
      const entries = splitLines(text ?? '');
      const fault = faultOf(entries);
      if (fault !== null) faults.push({ field, message: `${field} ${fault}` });
      lists[name] = entries.join('\n') || null;
    }
    const { timezone } = body;
    if (timezone !== undefined && !(isZone(timezone) && (await store.knowsTimezone(timezone))))
      faults.push({ field: 'timezone', message: 'timezone must be an IANA time zone such as Europe/Berlin' });
    if (faults.length > 0) throw invalid(faults);
    return withoutUndefined({
      privacy: body.privacy,
      passwordHash,
      email: body.email,
      emailFrequency: body.email_frequency,
      language: body.language,
      excludeBots: body.exclude_bots,
      trailingSlash: body.trailing_slash,
      queryOrder: body.query_order,
      campaignCase: body.campaign_case,
      timezone,
      weekStart: body.week_start,
      retentionMonths: body.retention_months === '' ? null : body.retention_months,
      ...lists,
    }) as Partial<WebsiteSettings>;
  };

  const show = async (organisation: string, id: number): Promise<Website> => {
    const website = await store.find(organisation, id);
    if (!website) throw notFound('website');
    return website;
  };

  return {
    async create(organisation, body, passwordHash) {
      const domain = toDomain(body.domain);
      const website: NewWebsite = {
        ...DEFAULTS,
        ...(await toSettings(body, passwordHash)),
        organisation,
        domain,
        siteKey: randomBytes(12).toString('base64url'),
      };
      const created = await store.insert(website);
      if (!created) throw taken();
      return created;
    },

    list: (organisation, query) =>
      store.list({
        organisation,
        search: (query.search ?? '').toLowerCase(),
        sortBy: query.sort_by,
        sort: query.sort,
        perPage: query.per_page,
        page: query.page,
      }),

    show,

    withSettings: async (organisation, id, body) => ({
      ...(await show(organisation, id)),
      ...(await toSettings(body, undefined)),
    }),

    async update(organisation, id, body, passwordHash) {
      const { domain } = await show(organisation, id);
      if (body.domain !== undefined && normaliseDomain(body.domain) !== domain)
        throw invalid([
          {
            field: 'domain',
            message: 'domain can’t be changed here; POST …/move gives the website another one',
          },
        ]);
      const changes = await toSettings(body, passwordHash);
      const website = await store.update(organisation, id, () => changes);
      if (!website) throw notFound('website');
      return website;
    },

    async move(organisation, id, text) {
      const website = await store.move(organisation, id, toDomain(text));
      if (website === undefined) throw notFound('website');
      if (website === null) throw taken();
      return website;
    },

    async makeServerKey(organisation, id) {
      const secret = randomBytes(24).toString('base64url');
      const website = await store.update(organisation, id, () => ({ serverKeyHash: hashOfSecret(secret) }));
      if (!website) throw notFound('website');
      return `${website.siteKey}.${secret}`;
    },

    async endServerKey(organisation, id) {
      if ((await show(organisation, id)).serverKeyHash === null) throw notFound('server key');
      await store.update(organisation, id, () => ({ serverKeyHash: null }));
    },

    async changeVisitorRules(organisation, id, change) {
      const website = await store.update(organisation, id, ({ excludeVisitors }) => {
        const lines = splitLines(change(splitLines(excludeVisitors ?? '')).join('\n'));
        const fault = faultOfVisitors(lines);
        if (fault !== null)
          throw invalid([{ field: 'exclude_visitors', message: `exclude_visitors ${fault}` }]);
        return { excludeVisitors: lines.join('\n') || null };
      });
      if (!website) throw notFound('website');
    },

    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('website');
    },
  };
};
