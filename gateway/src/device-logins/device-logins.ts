import type { Database } from '@platform/database';
import type { ApiRouter } from '@platform/http';
import { createStoredAttemptLimiter } from '@platform/page-access';
import type { Router } from 'express';

import type { KeysService } from '../keys/keys-service.ts';
import { createKeysStore } from '../keys/keys-store.ts';
import type { Limits } from '../limits/limits.ts';
import { findMember } from '../members/members-store.ts';
import { createDeviceLoginsApi, createDeviceLoginsRouter } from './device-logins-router.ts';
import { createDeviceLoginsService } from './device-logins-service.ts';
import { createDeviceLoginsStore } from './device-logins-store.ts';

export interface DeviceLoginsDeps {
  database: Database;
  keys: Pick<KeysService, 'create'>;
  publicUrl: string;
  limits: Limits;
  now: () => number;
}

export interface DeviceLogins {
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
