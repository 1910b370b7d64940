import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { doUnlessUndone } from '../ui/notices.tsx';

export interface Removal<Id> {
  /** False for what is about to be deleted, and for what was. */
  isShown: (record: { readonly id: Id }) => boolean;
  remove: (id: Id, name: string) => void;
}

/** Deletes records of a list ten seconds after they were taken out of it, unless that is undone. */
export const useRemoval = <Id>(send: (id: Id) => PromiseLike<unknown>): Removal<Id> => {
  const [hidden, setHidden] = useState<readonly Id[]>([]);
  return {
    isShown: ({ id }) => !hidden.includes(id),
    remove(id, name) {
      setHidden((before) => [...before, id]);
      doUnlessUndone({
        text: texts().deletedSoon(name),
        action: async () => {
          await send(id);
        },
        onUndone: () => {
          setHidden((before) => before.filter((other) => other !== id));
        },
      });
    },
  };
};
