import type { Database } from '@platform/database';
import { createCursors } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Logger } from '@platform/runtime';

import { hintAtFirstKey } from './first-key-hint.ts';
import { createKeyEventsStore } from './key-events-store.ts';
import { createKeyCache } from './key-cache.ts';
import { listenForKeyChanges } from './key-changes.ts';
import { createKeyVerifier } from './key-verifier.ts';
import type { KeyVerifier } from './key-verifier.ts';
import { createKeysRouter } from './keys-router.ts';
import { createKeysService } from './keys-service.ts';
import { createKeysStore } from './keys-store.ts';
import { createLastUsedRecorder } from './last-used.ts';
import { createOrganisationsStore } from './organisations-store.ts';

export interface Keys {
  router: ApiRouter;
  verifier: KeyVerifier;
  recordUse: (keyId: string, address: string) => void;
  /** True while the database announces changes of keys. */
  isListening: () => boolean;
  close(): Promise<void>;
}

export interface KeysDeps {
  database: Database;
  /** Connection string of the gateway's role, for listening to changes. */
  databaseUrl: string;
  cursorSecret: Buffer;
  /** Requests a minute of a key without a limit of its own; 0 if limits are off. */
  defaultRateLimit: number;
  logger: Logger;
  /** Called with the id of each key that changed, on whichever gateway. */
  onChange: (keyId: string) => void;
}

/** The keys feature: the API that manages keys, and their verification. */
export const createKeys = (deps: KeysDeps): Keys => {
  const { database, databaseUrl, cursorSecret, defaultRateLimit, logger, onChange } = deps;
  const store = createKeysStore(database);
  const cache = createKeyCache();
  const changes = listenForKeyChanges({ url: databaseUrl, cache, logger, onChange });
  const lastUsed = createLastUsedRecorder(store, logger);
  // Only a hint: a gateway starts without its database, too.
  hintAtFirstKey({ organisations: createOrganisationsStore(database), logger }).catch(() => undefined);
  return {
    router: createKeysRouter({
      service: createKeysService({ store, defaultRateLimit, changed: changes.apply }),
      events: createKeyEventsStore(database),
      cursors: createCursors(cursorSecret),
    }),
    verifier: createKeyVerifier({ store, cache, isListening: changes.isListening }),
    recordUse: lastUsed.record,
    isListening: changes.isListening,
    async close() {
      await Promise.all([changes.close(), lastUsed.close()]);
    },
  };
};
