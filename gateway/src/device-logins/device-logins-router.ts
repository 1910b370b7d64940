import { forbidden, methodNotAllowed, rateLimited, unsupportedMediaType } from '@platform/errors';
import { createRouter, endpoint, envelopeDialect, nameSchema, ok, textParam, validate } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';
import express, { Router } from 'express';
import type { Request } from 'express';
import Joi from 'joi';
import type { ObjectSchema } from 'joi';
import { contextOf } from '../request-context/request-context.ts';
import { clientAddress } from '../client-address/client-address.ts';
import { newKeyJson } from '../keys/keys-router.ts';
import { calendarTime } from '../keys/keys-schema.ts';
import { grantorOf } from '../keys/keys-service.ts';
import type { Limits } from '../limits/limits.ts';
import { isFromOtherOrigin } from '../sessions/session-cookie.ts';
import { INTERVAL_SECONDS } from './device-logins-service.ts';
import type { DeviceLoginsService } from './device-logins-service.ts';
import type { DeviceLogin } from './device-logins-store.ts';

/** Body with which a command line begins. */
const startBody = Joi.object<{ client: string }>({ client: nameSchema().required() });

/** Body with which it fetches its key. */
const fetchBody = Joi.object<{ device_code: string }>({
  device_code: Joi.string()
    .pattern(/^[\w-]{43}$/, 'secret of a login')
    .required(),
});

interface ApproveBody {
  name?: string;
  scopes: (Scope | '*')[];
  expires_at: string;
}

const approveBody = Joi.object<ApproveBody>()
  .meta({ component: 'ApproveDeviceLogin' })
  .example({ scopes: ['websites:read', 'stats:read'], expires_at: '2027-01-31T00:00:00Z' })
  .keys({
    name: nameSchema().description(
      'What the key is called; what the command line calls itself, if not given',
    ),
    scopes: Joi.array()
      .items(Joi.string().valid('*', ...SCOPES))
      .min(1)
      .max(SCOPES.length + 1)
      .unique()
      .required()
      .description('What the key may do, which cannot exceed what you may'),
    expires_at: calendarTime.required().description('When the key expires, within a year'),
  })
  .required();

/** A command line that waits, in responses. */
const deviceLoginResponse = Joi.object()
  .meta({ component: 'DeviceLogin' })
  .keys({
    code: Joi.string().required().description('The code that it shows').example('BCDF-GHJK'),
    client: Joi.string()
      .required()
      .description('What it calls itself, which may be a lie')
      .example('dap on laptop'),
    address: Joi.string().required().description('Where it asks from').example('192.0.2.7'),
    from_here: Joi.boolean()
      .required()
      .description('False: it asks from another address than you, so it may be somebody else’s'),
    state: Joi.string()
      .valid('waiting', 'approved', 'denied')
      .required()
      .description('Whether it waits, or what you decided')
      .example('waiting'),
    created_at: calendarTime.required(),
    expires_at: calendarTime.required().description('When the code stops working'),
  });

export interface DeviceLoginsRouterDeps {
  logins: DeviceLoginsService;
  organisationName: (id: string) => Promise<string>;
  publicUrl: string;
  limits: Pick<Limits, 'countUnauthenticated' | 'refuseExhaustedAddress'>;
}

/** A code as somebody typed it. */
const code = {
  ...textParam('login', /^[A-Za-z]{4}[ -]?[A-Za-z]{4}$/, 'BCDF-GHJK'),
  description: 'The code that the command line shows',
};

const loginJson = (
  login: DeviceLogin,
  request: Request,
  state: 'waiting' | 'approved' | 'denied' = 'waiting',
): Record<string, unknown> => ({
  code: login.code,
  client: login.client,
  address: login.address,
  from_here: login.address === clientAddress(request),
  state,
  created_at: login.createdAt.toISOString(),
  expires_at: login.expiresAt.toISOString(),
});

const TAG_DESCRIPTION =
  'Command lines that wait to be let in. `dap login` shows a code; whoever types it into the console says what the ' +
  'key may do that the command line gets.';

/** `/v1/device-logins`: who is signed in lets a command line in, or doesn't. */
export const createDeviceLoginsApi = ({ logins }: Pick<DeviceLoginsRouterDeps, 'logins'>): ApiRouter => {
  const scope = 'keys:admin';
  const params = { code };
  return createRouter(envelopeDialect, { name: 'Device logins', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/device-logins/:code',
      operationId: 'deviceLogins.show',
      summary: 'Show a command line that waits',
      description:
        'By the code that it shows, within ten minutes. Ten codes that nobody shows may be tried in a quarter of an hour.',
      scope,
      params,
      responses: { 200: { description: 'The command line', data: deviceLoginResponse } },
      handler: async (context) =>
        ok(loginJson(await logins.show(context.params.code, grantorOf(context)), context.request)),
    }),
    endpoint({
      method: 'POST',
      path: '/device-logins/:code/approval',
      operationId: 'deviceLogins.approve',
      summary: 'Let a command line in',
      description:
        'It gets a key of your organisation with these scopes, made when it fetches it, if you may still make it then.',
      scope,
      params,
      body: approveBody,
      responses: { 200: { description: 'The command line', data: deviceLoginResponse } },
      async handler(context) {
        const { body, caller, request, params: given } = context;
        const { name, scopes, expires_at: expiresAt } = body;
        const input = { name, scopes, expiresAt: new Date(expiresAt) };
        const login = await logins.approve(given.code, caller.organisation, input, grantorOf(context));
        return ok(loginJson(login, request, 'approved'));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/device-logins/:code/denial',
      operationId: 'deviceLogins.deny',
      summary: 'Turn a command line away',
      description: 'It learns so, and its code stops working.',
      scope,
      params,
      responses: { 200: { description: 'The command line', data: deviceLoginResponse } },
      handler: async (context) =>
        ok(loginJson(await logins.deny(context.params.code, grantorOf(context)), context.request, 'denied')),
    }),
  ]);
};

/**
 * `/console/device`: a command line without a key asks to be let in, and fetches its key. In the manner
 * of RFC 8628, with JSON.
 */
export const createDeviceLoginsRouter = (deps: DeviceLoginsRouterDeps): Router => {
  const { logins, organisationName, publicUrl, limits } = deps;
  const router = Router({ caseSensitive: true });

  const post = <Body>(
    path: string,
    schema: ObjectSchema<Body>,
    handle: (body: Body, request: Request) => Promise<unknown>,
  ): void => {
    router
      .route(path)
      .post(express.json({ limit: '4kb' }), async (request, response) => {
        // A page in somebody's browser is no command line of theirs.
        if (isFromOtherOrigin(request)) throw forbidden('Only command lines sign in here.');
        if (!request.is('application/json')) throw unsupportedMediaType('The body must be application/json.');
        limits.refuseExhaustedAddress(contextOf(response));
        response.set('Cache-Control', 'no-store, no-transform');
        response.json({ data: await handle(validate(schema, request.body ?? {}, false), request) });
      })
      .all(() => {
        throw methodNotAllowed(['POST']);
      });
  };

  post('/console/device/code', startBody, async ({ client }, request) => {
    const started = await logins.start(client, clientAddress(request));
    return {
      device_code: started.secret,
      user_code: started.code,
      // Without the code: whoever gets a link from somebody else has no code of their own to type.
      verification_uri: `${publicUrl}/console/device`,
      expires_at: started.expiresAt.toISOString(),
      interval: INTERVAL_SECONDS,
    };
  });

  post('/console/device/key', fetchBody, async ({ device_code: secret }, request) => {
    const answer = await logins.ask(secret, clientAddress(request));
    if (answer.state === 'hasty') throw rateLimited(INTERVAL_SECONDS);
    if (answer.state !== 'approved') return { state: answer.state };
    const organisation = await organisationName(answer.issued.key.organisation);
    return { state: 'approved', organisation, key: newKeyJson(answer.issued) };
  });

  return router;
};
