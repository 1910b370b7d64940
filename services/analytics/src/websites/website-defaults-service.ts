import { invalid } from '@platform/errors';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';

import type { DefaultRecipients } from './domain-name.ts';
import type { WebsiteDefaultsBody } from './websites-schema.ts';
import type { WebsiteDefaultsStore } from './website-defaults-store.ts';

export interface WebsiteDefaults {
  /** One per line; null if the organisation has none. */
  readonly emailRecipients: string | null;
  /** Mail recipients for websites without recipients. */
  readonly emailGoesTo: readonly string[];
}

export interface WebsiteDefaultsServiceDeps {
  readonly store: WebsiteDefaultsStore;
  readonly recipients: DefaultRecipients;
}

export interface WebsiteDefaultsService {
  show(organisation: string): Promise<WebsiteDefaults>;
  /** @throws AppError `invalid` for a line that isn't an e-mail address */
  update(organisation: string, body: WebsiteDefaultsBody): Promise<WebsiteDefaults>;
}

/** The use cases of an organisation's defaults for all of its websites. */
export const createWebsiteDefaultsService = ({
  store,
  recipients,
}: WebsiteDefaultsServiceDeps): WebsiteDefaultsService => {
  const show = async (organisation: string): Promise<WebsiteDefaults> => ({
    emailRecipients: await store.find(organisation),
    emailGoesTo: await recipients.of(organisation),
  });
  return {
    show,
    async update(organisation, { email_recipients: text }) {
      if (text !== undefined) {
        const lines = splitRecipients(text ?? '');
        const fault = faultOfRecipients(lines);
        if (fault !== null)
          throw invalid([{ field: 'email_recipients', message: `email_recipients ${fault}` }]);
        await store.save(organisation, lines.length === 0 ? null : lines.join('\n'));
      }
      return show(organisation);
    },
  };
};
