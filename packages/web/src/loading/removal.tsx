import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { doUnlessUndone } from '../ui/notices.tsx';

export interface Removal<Id> {
  /** False for what is about to be deleted, and for what was. */
  isShown: (record: { readonly id: Id }) => boolean;
  remove: (id: Id, name: string) => void;
  /** Deletes several records, which one step takes back. */
  removeAll: (ids: readonly Id[]) => void;
}

interface Removed {
  list: string;
  id: unknown;
  isDeleted: boolean;
}

/** Records that were taken out of their lists. It outlives the screens: somebody may leave and return. */
const removed = signal<readonly Removed[]>([]);

/**
 * Deletes records of a list ten seconds after they were taken out of it, unless that is undone.
 * @param list names the list: what is taken out stays away wherever the list is shown meanwhile
 */
export const useRemoval = <Id,>(list: string, send: (id: Id) => PromiseLike<unknown>): Removal<Id> => {
  const hidden = removed.value.filter((one) => one.list === list);
  useLayoutEffect(() => {
    // What is loaded from now on is without them.
    const isOver = (one: Removed): boolean => one.list === list && one.isDeleted;
    if (removed.value.some(isOver)) removed.value = removed.value.filter((one) => !isOver(one));
  }, [list]);
  const removeLater = (ids: readonly Id[], text: string): void => {
    const taken: readonly Removed[] = ids.map((id) => ({ list, id, isDeleted: false }));
    removed.value = [...removed.value, ...taken];
    doUnlessUndone({
      text,
      action: async () => {
        // One after the other: a hundred at once would meet the limit of the key.
        for (const one of taken) {
          await send(one.id as Id);
          one.isDeleted = true;
        }
      },
      onUndone: () => {
        removed.value = removed.value.filter((one) => one.isDeleted || !taken.includes(one));
      },
    });
  };
  return {
    isShown: ({ id }) => !hidden.some((one) => one.id === id),
    remove(id, name) {
      removeLater([id], texts().deletedSoon(name));
    },
    removeAll(ids) {
      removeLater(ids, texts().bulk.deletedSoon(ids.length));
    },
  };
};

/** Deletes the record of its row, whose name is told to those who can't see the row. */
export const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button type="button" aria-label={`${texts().remove}: ${name}`} onClick={onRemove}>
    {texts().remove}
  </button>
);
