import { recipientsOf } from './recipients.ts';
import type { DefaultRecipients } from './recipients.ts';
import type { Website } from './website.ts';

export interface WebsiteJsonDeps {
  /** Base of public addresses, without a slash at the end. */
  publicUrl: string;
  /** Path of the tracker script. */
  trackerPath: string;
  /** Get the digests of websites without recipients. */
  defaultRecipients: DefaultRecipients;
}

/**
 * The JSON shape of a website, with what its owner wants next: the statistics page and the tracking
 * code.
 */
export const createPresenter = ({ publicUrl, trackerPath, defaultRecipients }: WebsiteJsonDeps) => {
  const toJson = (website: Website, defaults: readonly string[]) => ({
    id: website.id,
    domain: website.domain,
    site_key: website.siteKey,
    privacy: website.privacy,
    has_password: website.passwordHash !== null,
    email: website.email,
    email_frequency: website.emailFrequency,
    email_recipients: website.emailRecipients,
    email_goes_to: recipientsOf(website.emailRecipients, defaults),
    exclude_bots: website.excludeBots,
    exclude_params: website.excludeParams,
    exclude_ips: website.excludeIps,
    embed_origins: website.embedOrigins,
    timezone: website.timezone,
    retention_months: website.retentionMonths,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
    stats_url: `${publicUrl}/s/${website.siteKey}`,
    tracking_code: `<script defer src="${publicUrl}${trackerPath}" data-site="${website.siteKey}"></script>`,
  });

  return {
    one: async (website: Website) => toJson(website, await defaultRecipients.of(website.organisation)),
    /** Websites of one organisation. */
    async all(organisation: string, websites: readonly Website[]) {
      const defaults = await defaultRecipients.of(organisation);
      return websites.map((website) => toJson(website, defaults));
    },
  };
};
