import type { Language } from '@platform/errors';

import type { WeekStart } from '../calendar/local-day.ts';
import type { StorageSettings } from '../exclusions/rules/storage-rules.ts';

/** The settings of a new website that its owner says nothing about. */
export const DEFAULTS: WebsiteSettings = {
  privacy: 1,
  passwordHash: null,
  email: 0,
  emailFrequency: 'weekly',
  emailRecipients: null,
  language: 'en',
  excludeBots: 1,
  excludeParams: null,
  excludeIps: null,
  trustedProxies: null,
  pageRules: null,
  excludePages: null,
  excludeHosts: null,
  excludeCountries: null,
  excludeVisitors: null,
  serverKeyHash: null,
  // Servers redirect one of the two to the other, and goals name the one they keep.
  trailingSlash: 'keep',
  queryOrder: 'sort',
  campaignCase: 'lower',
  embedOrigins: null,
  timezone: 'UTC',
  weekStart: 'monday',
  retentionMonths: null,
};

/** A tracked website, as its owner set it up. */
export interface Website extends StorageSettings {
  readonly id: number;
  readonly organisation: string;
  readonly domain: string;
  /**
   * Public and random. Identifies the website in the tracker's requests and in the address of its
   * statistics page.
   */
  readonly siteKey: string;
  /** Of the statistics page: 0 public, 1 private, 2 password. */
  readonly privacy: number;
  readonly passwordHash: string | null;
  /** Periodic e-mail digests: 0 off, 1 on. */
  readonly email: number;
  readonly emailFrequency: 'weekly' | 'monthly';
  /** One address a line. */
  readonly emailRecipients: string | null;
  /** Of its e-mails. */
  readonly language: Language;
  readonly excludeBots: number;
  /** One a line, like the next one. */
  readonly excludeParams: string | null;
  readonly excludeIps: string | null;
  /** The website's own proxies, one per line, which are believed about visitors' addresses. */
  readonly trustedProxies: string | null;
  /** SHA-256 of the secret in the key for servers, in hexadecimal; null for none. */
  readonly serverKeyHash: string | null;
  /** How pages and campaigns are spelled when they are stored. */
  readonly trailingSlash: 'keep' | 'remove';
  readonly queryOrder: 'keep' | 'sort';
  readonly campaignCase: 'keep' | 'lower';
  /** Origins that may show the statistics page in a frame, one per line. */
  readonly embedOrigins: string | null;
  /** IANA name; where the website's days begin and end. */
  readonly timezone: string;
  readonly weekStart: WeekStart;
  /** Months after which the website's data is removed; null keeps it for good. */
  readonly retentionMonths: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Spellings that a website takes for the same. */
export type Spelling = Pick<Website, 'trailingSlash' | 'queryOrder' | 'campaignCase'>;

/** Settings that an owner may change later. */
export type WebsiteSettings = Omit<
  Website,
  'id' | 'organisation' | 'domain' | 'siteKey' | 'createdAt' | 'updatedAt'
>;

export type NewWebsite = Pick<Website, 'organisation' | 'domain' | 'siteKey'> & WebsiteSettings;
