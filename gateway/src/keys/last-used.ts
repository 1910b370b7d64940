import { createRepeatingJob } from '@platform/runtime';
import type { Logger } from '@platform/runtime';

import type { KeysStore, KeyUse } from './keys-store.ts';

export interface LastUsedRecorder {
  record: (keyId: string, address: string) => void;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

const FLUSH_MILLISECONDS = 60_000;

/** Records when keys were last used, with one statement a minute instead of one a request. */
export const createLastUsedRecorder = (store: Pick<KeysStore, 'touch'>, logger: Logger): LastUsedRecorder => {
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
