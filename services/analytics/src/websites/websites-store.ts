import { isUniqueViolation } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import type { Language } from '@platform/errors';
import { endPageLinks } from '@platform/page-access';
import type { Knex } from 'knex';
import type { WeekStart } from '../calendar/local-day.ts';
import { shownDomain } from './domain-name.ts';
import type { NewWebsite, Website, WebsiteSettings } from './website.ts';

/** PostgreSQL channel that tells every change of a website, by its site key. */
export const WEBSITES_CHANNEL = 'analytics_websites';

interface WebsiteRow {
  id: number;
  organisation: string;
  domain: string;
  site_key: string;
  privacy: number;
  password_hash: string | null;
  email: number;
  email_frequency: 'weekly' | 'monthly';
  email_recipients: string | null;
  language: Language;
  exclude_bots: number;
  exclude_params: string | null;
  exclude_ips: string | null;
  trusted_proxies: string | null;
  page_rules: string | null;
  exclude_pages: string | null;
  exclude_hosts: string | null;
  exclude_countries: string | null;
  exclude_visitors: string | null;
  server_key_hash: string | null;
  trailing_slash: 'keep' | 'remove';
  query_order: 'keep' | 'sort';
  campaign_case: 'keep' | 'lower';
  embed_origins: string | null;
  timezone: string;
  week_start: WeekStart;
  retention_months: number | null;
  created_at: Date;
  updated_at: Date;
}

const toWebsite = (row: WebsiteRow): Website => ({
  id: row.id,
  organisation: row.organisation,
  domain: row.domain,
  siteKey: row.site_key,
  privacy: row.privacy,
  passwordHash: row.password_hash,
  email: row.email,
  emailFrequency: row.email_frequency,
  emailRecipients: row.email_recipients,
  language: row.language,
  excludeBots: row.exclude_bots,
  excludeParams: row.exclude_params,
  excludeIps: row.exclude_ips,
  trustedProxies: row.trusted_proxies,
  pageRules: row.page_rules,
  excludePages: row.exclude_pages,
  excludeHosts: row.exclude_hosts,
  excludeCountries: row.exclude_countries,
  excludeVisitors: row.exclude_visitors,
  serverKeyHash: row.server_key_hash,
  trailingSlash: row.trailing_slash,
  queryOrder: row.query_order,
  campaignCase: row.campaign_case,
  embedOrigins: row.embed_origins,
  timezone: row.timezone,
  weekStart: row.week_start,
  retentionMonths: row.retention_months,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Leaves undefined fields out, and knex leaves them out of the statement. */
const toRow = (settings: Partial<NewWebsite>): Partial<WebsiteRow> => {
  const row = {
    organisation: settings.organisation,
    domain: settings.domain,
    site_key: settings.siteKey,
    privacy: settings.privacy,
    password_hash: settings.passwordHash,
    email: settings.email,
    email_frequency: settings.emailFrequency,
    email_recipients: settings.emailRecipients,
    language: settings.language,
    exclude_bots: settings.excludeBots,
    exclude_params: settings.excludeParams,
    exclude_ips: settings.excludeIps,
    trusted_proxies: settings.trustedProxies,
    page_rules: settings.pageRules,
    exclude_pages: settings.excludePages,
    exclude_hosts: settings.excludeHosts,
    exclude_countries: settings.excludeCountries,
    exclude_visitors: settings.excludeVisitors,
    server_key_hash: settings.serverKeyHash,
    trailing_slash: settings.trailingSlash,
    query_order: settings.queryOrder,
    campaign_case: settings.campaignCase,
    embed_origins: settings.embedOrigins,
    timezone: settings.timezone,
    week_start: settings.weekStart,
    retention_months: settings.retentionMonths,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
};

export interface WebsitesPage {
  readonly websites: readonly Website[];
  readonly total: number;
}

interface WebsitesFilter {
  readonly organisation: string;
  /** Part of the domain, in lower case, taken literally. */
  readonly search: string;
  readonly sortBy: 'id' | 'domain';
  readonly sort: 'asc' | 'desc';
  readonly perPage: number;
  readonly page: number;
}

export interface WebsitesStore {
  /** @returns undefined if the organisation has a website of this domain */
  insert(website: NewWebsite): Promise<Website | undefined>;
  find(organisation: string, id: number): Promise<Website | undefined>;
  findBySiteKey(siteKey: string): Promise<Website | undefined>;
  /** Of a website of any organisation. */
  timezoneOf(id: number): Promise<string | undefined>;
  findByDomain(organisation: string, domain: string): Promise<Website | undefined>;
  list(filter: WebsitesFilter): Promise<WebsitesPage>;
  /** Applies what `decide` makes of the website as it is now. No other change comes between. */
  update(
    organisation: string,
    id: number,
    decide: (current: Website) => Partial<WebsiteSettings>,
  ): Promise<Website | undefined>;
  /** Every website of an organisation whose domain contains the text, by domain. */
  all(organisation: string, search: string): Promise<readonly Website[]>;
  /** @returns undefined if there is none, null if the organisation has a website of this domain */
  move(organisation: string, id: number, domain: string): Promise<Website | undefined | null>;
  /**
   * Removes the website. The maintenance job removes its data.
   * @returns false if there was none
   */
  remove(organisation: string, id: number): Promise<boolean>;
  /** True if PostgreSQL knows the time zone, too. */
  knowsTimezone(name: string): Promise<boolean>;
}

/**
 * Part of the change's transaction: the notification arrives when the change is visible, not
 * before.
 */
const tell = (transaction: Transaction, siteKey: string): Promise<unknown> =>
  transaction.raw('SELECT pg_notify(?, ?)', [WEBSITES_CHANNEL, siteKey]);

/** Websites in PostgreSQL. */
export const createWebsitesStore = (database: Database): WebsitesStore => {
  const one = async (where: Partial<WebsiteRow>): Promise<Website | undefined> => {
    const row = await database<WebsiteRow>('websites').where(where).first();
    return row && toWebsite(row);
  };

  /**
   * Websites whose domain people read otherwise than it is stored (`müller.example`), and has this
   * text then. A text of ASCII alone finds them by the stored domain.
   */
  const idsByShownDomain = async (organisation: string, search: string): Promise<number[]> => {
    if (/^[\x20-\x7e]*$/.test(search)) return [];
    const rows = await database<WebsiteRow>('websites')
      .where({ organisation })
      .whereRaw(`strpos(domain, 'xn--') > 0`)
      .select('id', 'domain');
    return rows.filter(({ domain }) => shownDomain(domain).includes(search)).map(({ id }) => id);
  };
  const withText = (search: string, ids: readonly number[]) => (query: Knex.QueryBuilder) =>
    void query.whereRaw('(strpos(domain, ?) > 0 OR id = ANY(?))', [search, [...ids]]);

  return {
    async insert(website) {
      try {
        return await database.transaction(async (transaction) => {
          const [row] = await transaction<WebsiteRow>('websites').insert(toRow(website)).returning('*');
          await tell(transaction, website.siteKey);
          return row && toWebsite(row);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'websites_organisation_domain_unique')) return undefined;
        throw error;
      }
    },

    find: (organisation, id) => one({ organisation, id }),
    findBySiteKey: (siteKey) => one({ site_key: siteKey }),
    timezoneOf: async (id) => (await one({ id }))?.timezone,
    findByDomain: (organisation, domain) => one({ organisation, domain }),

    async list({ organisation, search, sortBy, sort, perPage, page }) {
      const ids = await idsByShownDomain(organisation, search);
      const matching = () =>
        database<WebsiteRow>('websites').where({ organisation }).modify(withText(search, ids));
      const rows = await matching()
        .orderBy(sortBy, sort)
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<WebsiteRow[]>('*');
      const count = await matching().count<{ total: string }[]>({ total: '*' });
      return { websites: rows.map(toWebsite), total: Number(count[0]?.total ?? 0) };
    },

    update: (organisation, id, decide) =>
      database.transaction(async (transaction) => {
        const current = await transaction<WebsiteRow>('websites')
          .where({ organisation, id })
          .forUpdate()
          .first();
        if (!current) return undefined;
        const changes = toRow(decide(toWebsite(current)));
        const [row] = await transaction<WebsiteRow>('websites')
          .where({ id })
          .update({ ...changes, updated_at: new Date() })
          .returning('*');
        if (row?.privacy !== current.privacy || row.password_hash !== current.password_hash)
          await endPageLinks(transaction, id);
        await tell(transaction, current.site_key);
        return row && toWebsite(row);
      }),

    async all(organisation, search) {
      const rows = (await database<WebsiteRow>('websites')
        .where({ organisation })
        .modify(withText(search, await idsByShownDomain(organisation, search)))
        .orderBy('domain')) as WebsiteRow[];
      return rows.map(toWebsite);
    },

    async move(organisation, id, domain) {
      try {
        return await database.transaction(async (transaction) => {
          const [row] = await transaction<WebsiteRow>('websites')
            .where({ organisation, id })
            .update({ domain, updated_at: new Date() })
            .returning('*');
          if (row) await tell(transaction, row.site_key);
          return row && toWebsite(row);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'websites_organisation_domain_unique')) return null;
        throw error;
      }
    },

    remove: (organisation, id) =>
      database.transaction(async (transaction) => {
        const rows = await transaction<WebsiteRow>('websites')
          .where({ organisation, id })
          .delete()
          .returning('site_key');
        const row = rows[0];
        if (!row) return false;
        await transaction('website_removals').insert({ website_id: id });
        await endPageLinks(transaction, id);
        await tell(transaction, row.site_key);
        return true;
      }),

    async knowsTimezone(name) {
      try {
        await database.raw('SELECT now() AT TIME ZONE ?', [name]);
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === '22023') return false;
        throw error;
      }
    },
  };
};
