import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { doUnlessUndone } from '../ui/notices.tsx';

export interface Removal<Id> {
  /** False for what is about to be deleted, and for what was. */
  isShown: (record: { readonly id: Id }) => boolean;
  remove: (id: Id, name: string) => void;
  /** Deletes several records, which one step takes back. */
  removeAll: (ids: readonly Id[]) => void;
}

/** Deletes records of a list ten seconds after they were taken out of it, unless that is undone. */
export const useRemoval = <Id>(send: (id: Id) => PromiseLike<unknown>): Removal<Id> => {
  const [hidden, setHidden] = useState<readonly Id[]>([]);
  const removeLater = (ids: readonly Id[], text: string): void => {
    setHidden((before) => [...before, ...ids]);
    const left = new Set(ids);
    doUnlessUndone({
      text,
      action: async () => {
        // One after the other: a hundred at once would meet the limit of the key.
        for (const id of ids) {
          await send(id);
          left.delete(id);
        }
      },
      onUndone: () => {
        setHidden((before) => before.filter((other) => !left.has(other)));
      },
    });
  };
  return {
    isShown: ({ id }) => !hidden.includes(id),
    remove(id, name) {
      removeLater([id], texts().deletedSoon(name));
    },
    removeAll(ids) {
      removeLater(ids, texts().bulk.deletedSoon(ids.length));
    },
  };
};
