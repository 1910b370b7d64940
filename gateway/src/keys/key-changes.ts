import { createListener } from '@platform/database';
import type { Logger } from '@platform/runtime';

import type { KeyCache } from './key-cache.ts';

export interface KeyChanges {
  /** True while the database announces changes to this gateway. */
  connected(): boolean;
  close(): Promise<void>;
}

export interface KeyChangesDeps {
  /** Connection string of the gateway's own role. */
  url: string;
  cache: KeyCache;
  logger: Logger;
  /** Called with the id of each key that changed. */
  onChange?: (keyId: string) => void;
}

/** Keeps the cache true to changes that any gateway, the command line or an operator makes in the database. */
export const listenForKeyChanges = ({ url, cache, logger, onChange }: KeyChangesDeps): KeyChanges => {
  let connected = false;
  const listener = createListener({
    url,
    channel: 'gateway_keys',
    onConnect() {
      cache.markOutdated();
      connected = true;
    },
    onError(error) {
      if (connected) logger.warn({ err: error }, 'changes of keys are not announced at the moment');
      connected = false;
    },
    onNotification(payload) {
      const [action, keyId = ''] = payload.split(' ');
      if (action === 'revoked') cache.revoke(keyId);
      else cache.forget(keyId);
      onChange?.(keyId);
    },
  });
  return { connected: () => connected, close: () => listener.close() };
};
