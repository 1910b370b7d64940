import { createListener } from '@platform/database';
import type { Logger } from '@platform/runtime';

import type { KeyCache } from './key-cache.ts';

export interface KeyChanges {
  /** True while the database announces changes to this gateway. */
  isListening: () => boolean;
  /** Applies a change that this gateway has made: the next request must not meet the key as it was. */
  apply: (action: string, keyId: string) => void;
  close(): Promise<void>;
}

export interface KeyChangesDeps {
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
export const listenForKeyChanges = ({ url, cache, logger, onChange }: KeyChangesDeps): KeyChanges => {
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
