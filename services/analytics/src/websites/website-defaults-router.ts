import { createRouter, endpoint, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { websiteDefaultsAnswerSchema, websiteDefaultsSchema } from './websites-schema.ts';
import type { WebsiteDefaults, WebsiteDefaultsService } from './website-defaults-service.ts';

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
