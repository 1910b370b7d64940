import type { NewWebsite, Website } from './website.ts';

export interface WebsiteRow {
  id: number;
  organisation: string;
  domain: string;
  site_key: string;
  privacy: number;
  password_hash: string | null;
  email: number;
  email_frequency: 'weekly' | 'monthly';
  email_recipients: string | null;
  exclude_bots: number;
  exclude_params: string | null;
  exclude_ips: string | null;
  embed_origins: string | null;
  timezone: string;
  retention_months: number | null;
  created_at: Date;
  updated_at: Date;
}

export const toWebsite = (row: WebsiteRow): Website => ({
  id: row.id,
  organisation: row.organisation,
  domain: row.domain,
  siteKey: row.site_key,
  privacy: row.privacy,
  passwordHash: row.password_hash,
  email: row.email,
  emailFrequency: row.email_frequency,
  emailRecipients: row.email_recipients,
  excludeBots: row.exclude_bots,
  excludeParams: row.exclude_params,
  excludeIps: row.exclude_ips,
  embedOrigins: row.embed_origins,
  timezone: row.timezone,
  retentionMonths: row.retention_months,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Leaves undefined fields out, and knex leaves them out of the statement. */
export const toRow = (settings: Partial<NewWebsite>): Partial<WebsiteRow> => {
  const row = {
    organisation: settings.organisation,
    domain: settings.domain,
    site_key: settings.siteKey,
    privacy: settings.privacy,
    password_hash: settings.passwordHash,
    email: settings.email,
    email_frequency: settings.emailFrequency,
    email_recipients: settings.emailRecipients,
    exclude_bots: settings.excludeBots,
    exclude_params: settings.excludeParams,
    exclude_ips: settings.excludeIps,
    embed_origins: settings.embedOrigins,
    timezone: settings.timezone,
    retention_months: settings.retentionMonths,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
};
