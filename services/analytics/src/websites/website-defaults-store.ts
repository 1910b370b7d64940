import type { Database } from '@platform/database';

export interface WebsiteDefaultsStore {
  /** The organisation's recipients, one per line; null for none. */
  find(organisation: string): Promise<string | null>;
  save(organisation: string, emailRecipients: string | null): Promise<void>;
}

interface DefaultsRow {
  organisation: string;
  email_recipients: string | null;
  updated_at: Date;
}

/** Stores organisations' settings for all of their websites. */
export const createWebsiteDefaultsStore = (database: Database): WebsiteDefaultsStore => ({
  async find(organisation) {
    const row = await database<DefaultsRow>('website_defaults').where({ organisation }).first();
    return row?.email_recipients ?? null;
  },
  async save(organisation, emailRecipients) {
    await database<DefaultsRow>('website_defaults')
      .insert({ organisation, email_recipients: emailRecipients, updated_at: new Date() })
      .onConflict('organisation')
      .merge();
  },
});
