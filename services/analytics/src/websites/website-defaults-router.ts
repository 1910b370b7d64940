import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { invalid } from '@platform/errors';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';

import type { DefaultRecipients } from './domain-name.ts';
import type { WebsiteDefaultsStore } from './website-defaults-store.ts';
import { websiteDefaultsAnswerSchema, websiteDefaultsSchema } from './websites-schema.ts';
import type { WebsiteDefaultsBody } from './websites-schema.ts';

interface WebsiteDefaults {
  /** One per line; null if the organisation has none. */
  readonly emailRecipients: string | null;
  /** Mail recipients for websites without recipients. */
  readonly emailGoesTo: readonly string[];
}

interface WebsiteDefaultsServiceDeps {
  readonly store: WebsiteDefaultsStore;
  readonly recipients: DefaultRecipients;
}

interface WebsiteDefaultsService {
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

const toJson = ({ emailRecipients, emailGoesTo }: WebsiteDefaults) => ({
  email_recipients: emailRecipients,
  email_goes_to: emailGoesTo,
});

/**
 * `/api/v1/websites/defaults`. It comes before the websites' routes, which would read it as an id.
 */
export const createWebsiteDefaultsRouter = (defaults: WebsiteDefaultsService): ApiRouter =>
  createRouter(managementDialect, 'Websites', [
    endpoint({
      method: 'GET',
      path: '/websites/defaults',
      operationId: 'websites.showDefaults',
      summary: 'Show the defaults of websites',
      scope: 'websites:read',
      responses: { 200: { description: 'The defaults', data: websiteDefaultsAnswerSchema } },
      handler: async ({ caller }) => ok(toJson(await defaults.show(caller.organisation))),
    }),
    endpoint({
      method: 'PATCH',
      path: '/websites/defaults',
      operationId: 'websites.updateDefaults',
      summary: 'Update the defaults of websites',
      description:
        'Recipients of e-mail digests and alerts. With an empty list they go to the installation’s owner.',
      scope: 'websites:write',
      body: websiteDefaultsSchema,
      responses: { 200: { description: 'The updated defaults', data: websiteDefaultsAnswerSchema } },
      handler: async ({ caller, body }) => ok(toJson(await defaults.update(caller.organisation, body))),
    }),
  ]);
