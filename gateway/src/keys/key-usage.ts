import type { Logger } from '@platform/runtime';

import type { KeysStore } from './keys-store.ts';

export interface KeyUsage {
  note: (keyId: string) => void;
  /** Writes what was noted and stops. */
  close(): Promise<void>;
}

const FLUSH_MILLISECONDS = 60_000;

/** Notes when keys were last used, in one statement a minute rather than one a request. */
export const createKeyUsage = (store: Pick<KeysStore, 'touch'>, logger: Logger): KeyUsage => {
  let uses = new Map<string, Date>();

  const flush = async (): Promise<void> => {
    const noted = uses;
    uses = new Map();
    // A missed note is no reason to disturb anybody: the next use writes a newer one.
    await store.touch(noted).catch((error: unknown) => {
      logger.debug({ err: error }, 'the last use of keys was not noted');
    });
  };
  const timer = setInterval(() => void flush(), FLUSH_MILLISECONDS);
  timer.unref();

  return {
    note(keyId) {
      uses.set(keyId, new Date());
    },
    close() {
      clearInterval(timer);
      return flush();
    },
  };
};
