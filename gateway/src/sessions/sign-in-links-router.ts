import { forbidden } from '@platform/errors';
import { created, createRouter, endpoint, envelopeDialect } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { OWN_SESSIONS_SCOPE } from '@platform/identity';
import Joi from 'joi';
import { calendarTime } from '../keys/keys-schema.ts';
import { sessionOf } from './session.ts';
import type { SignInLinksService } from './sessions-service.ts';

const linkResponse = Joi.object()
  .meta({ component: 'SignInLink' })
  .keys({
    url: Joi.string().required().description('Opens the console, signed in. The code is in the fragment'),
    code: Joi.string().required().description('For `POST /console/session`, once'),
    expires_at: calendarTime.required(),
  });

/** `/v1/sign-in-links`: how somebody with a key gets into the console without pasting it. */
export const createSignInLinksRouter = (links: SignInLinksService, publicUrl: string): ApiRouter =>
  createRouter(envelopeDialect, 'Sessions', [
    endpoint({
      method: 'POST',
      path: '/sign-in-links',
      operationId: 'signInLinks.create',
      secret: true,
      summary: 'Create a sign-in link',
      description:
        'Whoever opens it within ten minutes is signed in to the web console with your key; it works once. Every ' +
        'key may do this, and no session of one.',
      scope: OWN_SESSIONS_SCOPE,
      responses: { 201: { description: 'The link', data: linkResponse } },
      async handler({ caller, request }) {
        // The session that it opens would outlive the one that asked for it.
        if (sessionOf(request))
          throw forbidden('Sign-in links are created with the key itself, not in a session of it.');
        const { code, expiresAt } = await links.create(caller.keyId);
        const url = `${publicUrl}/console/#sign-in=${code}`;
        return created({ url, code, expires_at: expiresAt.toISOString() }, url);
      },
    }),
  ]);
