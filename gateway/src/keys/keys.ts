import { createListener } from '@platform/database';
import type { Database } from '@platform/database';
import { createCursors } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import { createRepeatingJob } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import { createKeyEventsStore } from './key-events-store.ts';
import { createKeyCache, createKeyVerifier } from './key-verifier.ts';
import type { KeyCache, KeyVerifier } from './key-verifier.ts';
import { createKeysRouter } from './keys-router.ts';
import { createKeysService } from './keys-service.ts';
import type { KeysService } from './keys-service.ts';
import { createKeysStore, createOrganisationsStore } from './keys-store.ts';
import type { KeysStore, KeyUse, OrganisationsStore } from './keys-store.ts';

interface KeyChanges {
  /** True while the database announces changes to this gateway. */
  isListening: () => boolean;
  /** Applies a change that this gateway has made: the next request must not meet the key as it was. */
  apply: (action: string, keyId: string) => void;
  close(): Promise<void>;
}

interface KeyChangesDeps {
  /** Connection string of the gateway's database role. */
  url: string;
  cache: KeyCache;
  logger: Logger;
  /** Called with the id of each changed key. */
  onChange?: (keyId: string) => void;
}

/**
 * Applies changes of keys to the cache, whether a gateway, the command line or an operator in psql
 * made them.
 */
const listenForKeyChanges = ({ url, cache, logger, onChange }: KeyChangesDeps): KeyChanges => {
  let isListening = false;
  const apply = (action: string | undefined, keyId: string): void => {
    if (action === 'revoked') cache.revoke(keyId);
    else cache.forget(keyId);
    onChange?.(keyId);
  };
  const listener = createListener({
    url,
    channel: 'gateway_keys',
    onConnect() {
      cache.markOutdated();
      isListening = true;
    },
    onError(error) {
      if (isListening) logger.warn({ err: error }, 'lost the notifications of changed keys; retrying');
      isListening = false;
    },
    onNotification(payload) {
      const [action, keyId = ''] = payload.split(' ');
      apply(action, keyId);
    },
  });
  return { isListening: () => isListening, apply, close: () => listener.close() };
};

interface LastUsedRecorder {
  record: (keyId: string, address: string) => void;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

const FLUSH_MILLISECONDS = 60_000;

/** Records when keys were last used, with one statement a minute instead of one a request. */
const createLastUsedRecorder = (store: Pick<KeysStore, 'touch'>, logger: Logger): LastUsedRecorder => {
  let uses = new Map<string, KeyUse>();

  const flush = async (): Promise<void> => {
    const recorded = uses;
    uses = new Map();
    // A failed write does not matter: the next use of the key writes a newer time.
    await store.touch(recorded).catch((error: unknown) => {
      logger.debug({ err: error }, 'could not record the last use of keys');
    });
  };
  const job = createRepeatingJob({
    name: 'recording the last use of keys',
    run: flush,
    everyMilliseconds: FLUSH_MILLISECONDS,
    firstAfterMilliseconds: FLUSH_MILLISECONDS,
    logger,
  });
  job.start();

  return {
    record(keyId, address) {
      uses.set(keyId, { at: new Date(), address });
    },
    async close() {
      await job.stop();
      await flush();
    },
  };
};

const HINT =
  'There is no key yet, so nobody can call the API. Make one: ' +
  'node src/keys/cli.ts create --organisation NAME --name First ' +
  '(with Docker: docker compose exec gateway node src/keys/cli.ts create --organisation NAME --name First)';

/** Tells an operator in the log how to make the first key, while there is no organisation. */
const hintAtFirstKey = async (deps: {
  organisations: Pick<OrganisationsStore, 'organisations'>;
  logger: Logger;
}): Promise<void> => {
  const known = await deps.organisations.organisations();
  if (known.length === 0) deps.logger.warn(HINT);
};

interface Keys {
  router: ApiRouter;
  service: KeysService;
  verifier: KeyVerifier;
  recordUse: (keyId: string, address: string) => void;
  /** True while the database announces changes of keys. */
  isListening: () => boolean;
  close(): Promise<void>;
}

interface KeysDeps {
  database: Database;
  /** Connection string of the gateway's role, for listening to changes. */
  databaseUrl: string;
  cursorSecret: Buffer;
  /** Requests a minute of a key without a limit of its own; 0 if limits are off. */
  defaultRateLimit: number;
  logger: Logger;
  now: () => number;
  /** Called with the id of each key that changed, on whichever gateway. */
  onChange: (keyId: string) => void;
}

/** The keys feature: the API that manages keys, and their verification. */
export const createKeys = (deps: KeysDeps): Keys => {
  const { database, databaseUrl, cursorSecret, defaultRateLimit, logger, now, onChange } = deps;
  const store = createKeysStore(database);
  const cache = createKeyCache(now);
  const changes = listenForKeyChanges({ url: databaseUrl, cache, logger, onChange });
  const lastUsed = createLastUsedRecorder(store, logger);
  // Only a hint: a gateway starts without its database, too.
  hintAtFirstKey({ organisations: createOrganisationsStore(database), logger }).catch(() => undefined);
  const service = createKeysService({ store, defaultRateLimit, changed: changes.apply, now });
  return {
    service,
    router: createKeysRouter({
      service,
      events: createKeyEventsStore(database),
      cursors: createCursors(cursorSecret),
    }),
    verifier: createKeyVerifier({ store, cache, isListening: changes.isListening, now }),
    recordUse: lastUsed.record,
    isListening: changes.isListening,
    async close() {
      await Promise.all([changes.close(), lastUsed.close()]);
    },
  };
};
