import type { Database } from '@platform/database';
import type { Guard } from '@platform/guard';
import { createCursors } from '@platform/http';
import type { ApiRouter, Cursors } from '@platform/http';
import { createStoredAttemptLimiter } from '@platform/page-access';
import type { Logger } from '@platform/runtime';
import type { Router } from 'express';

import { createKeyEventsStore } from './keys/key-events-store.ts';
import { createKeysStore } from './keys/keys-store.ts';
import { createMembersRouter } from './members/members-router.ts';
import { createMembersService } from './members/members-service.ts';
import type { MembersServiceDeps } from './members/members-service.ts';
import { createMembersStore, findMember } from './members/members-store.ts';
import { createDeliveriesRouter } from './webhooks/deliveries-router.ts';
import { createDeliveriesStore, storeDeliveries } from './webhooks/deliveries-store.ts';
import { createWebhooksRouter } from './webhooks/webhooks-router.ts';
import { createWebhooksService } from './webhooks/webhooks-service.ts';
import { createWebhooksStore } from './webhooks/webhooks-store.ts';
import type { KeysService } from './keys/keys-service.ts';
import type { Limits } from './limits/limits.ts';
import { createDeviceLoginsApi, createDeviceLoginsRouter } from './device-logins/device-logins-router.ts';
import { createDeviceLoginsService } from './device-logins/device-logins-service.ts';
import { createDeviceLoginsStore } from './device-logins/device-logins-store.ts';
import { createJoiningStore } from './members/joining-store.ts';
import { createLoginCookie } from './sessions/session-cookie.ts';
import type { Sessions } from './sessions/sessions.ts';
import { createIdentityProvider } from './login/identity-provider.ts';
import { createLoginAttempts, createPendingChoices } from './login/login-attempt.ts';
import { createLoginRouter } from './login/login-router.ts';
import type { OidcSettings } from './login/oidc-settings.ts';

interface MembersDeps extends Pick<MembersServiceDeps, 'publicUrl' | 'sendInvitation'> {
  database: Database;
  cursors: Cursors;
}

/** The API that manages an organisation's members. */
export const createMembers = ({ database, cursors, publicUrl, sendInvitation }: MembersDeps): ApiRouter => {
  const keys = createKeysStore(database);
  return createMembersRouter({
    members: createMembersService({
      store: createMembersStore(database),
      findKey: (organisation, id) => keys.find(organisation, id),
      publicUrl,
      sendInvitation,
    }),
    events: createKeyEventsStore(database),
    cursors,
  });
};

interface LoginDeps {
  database: Database;
  /** 32 random bytes that all gateways share. */
  secret: Buffer;
  /** Undefined if members can't sign in. */
  oidc: OidcSettings | undefined;
  publicUrl: string;
  sessions: Pick<Sessions, 'service' | 'cookie'>;
  /** Other ways to sign in, for the console to offer. */
  methods: () => Promise<Readonly<Record<string, boolean>>>;
  logger: Logger;
}

/** The sign-in of members at their identity provider. */
export const createLogin = (deps: LoginDeps): Router => {
  const { database, secret, oidc, publicUrl, sessions, methods, logger } = deps;
  return createLoginRouter({
    provider: oidc && createIdentityProvider(oidc, `${publicUrl}/console/login/callback`),
    attempts: createLoginAttempts(secret),
    choices: createPendingChoices(secret),
    members: createJoiningStore(database),
    sessions: sessions.service,
    loginCookie: createLoginCookie({ secure: publicUrl.startsWith('https:') }),
    sessionCookie: sessions.cookie,
    methods,
    logger,
  });
};

interface DeviceLoginsDeps {
  database: Database;
  keys: Pick<KeysService, 'create'>;
  publicUrl: string;
  limits: Limits;
  now: () => number;
}

interface DeviceLogins {
  /** Endpoints that command lines begin with, below `/console/device`. */
  router: Router;
  /** Endpoints that let them in, below `/v1`. */
  api: ApiRouter;
}

const WINDOW_SECONDS = 15 * 60;

const STARTS = { perAddress: 20, windowSeconds: WINDOW_SECONDS };

/** Of 25,600,000,000 codes, in the ten minutes that one lives. */
const GUESSES = { perAddress: 10, perPage: 10, windowSeconds: WINDOW_SECONDS };

/** Command lines that are let in by somebody who is signed in to the console. */
export const createDeviceLogins = (deps: DeviceLoginsDeps): DeviceLogins => {
  const { database, keys, publicUrl, limits, now } = deps;
  const keysStore = createKeysStore(database);
  const logins = createDeviceLoginsService({
    store: createDeviceLoginsStore(database),
    keys,
    findMember: (organisation, id) => findMember(database, organisation, id),
    findKey: (organisation, id) => keysStore.find(organisation, id),
    starts: createStoredAttemptLimiter(database, STARTS),
    guesses: createStoredAttemptLimiter(database, GUESSES),
    now,
  });
  const organisationName = async (id: string): Promise<string> => {
    const { name } = await database('organisations').where({ id }).first<{ name: string }>('name');
    return name;
  };
  return {
    router: createDeviceLoginsRouter({ logins, organisationName, publicUrl, limits }),
    api: createDeviceLoginsApi({ logins }),
  };
};

interface WebhooksDeps {
  database: Database;
  cursorSecret: Buffer;
  guard: Pick<Guard, 'check'>;
}

/** The API that manages webhooks. The webhook worker sends what they ask for. */
export const createWebhooks = ({ database, cursorSecret, guard }: WebhooksDeps): ApiRouter[] => {
  const webhooks = createWebhooksService({
    store: createWebhooksStore(database),
    deliveries: createDeliveriesStore(database),
    storeDelivery: (webhookId, event) => storeDeliveries(database, [{ webhookId, event }]),
    cursors: createCursors(cursorSecret),
    checkUrl: (url) => guard.check(url),
  });
  return [createWebhooksRouter({ webhooks }), createDeliveriesRouter({ webhooks })];
};
