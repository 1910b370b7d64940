import type { WebsiteSettings } from './website.ts';

/** The settings of a new website that its owner says nothing about. */
export const DEFAULTS: WebsiteSettings = {
  privacy: 1,
  passwordHash: null,
  email: 0,
  emailFrequency: 'weekly',
  emailRecipients: null,
  excludeBots: 1,
  excludeParams: null,
  excludeIps: null,
  trustedProxies: null,
  serverKeyHash: null,
  // Servers redirect one of the two to the other, and goals name the one they keep.
  trailingSlash: 'keep',
  queryOrder: 'sort',
  campaignCase: 'lower',
  embedOrigins: null,
  timezone: 'UTC',
  retentionMonths: null,
};
