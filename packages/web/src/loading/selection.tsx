import './selection.css';

import { useComputed, useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import { formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/language.ts';
import type { Removal } from './removal.tsx';

type Id = number | string;

interface Identified {
  readonly id: Id;
}

/** Entries of a list that are marked, to do something with all of them. */
export interface Selection<Item extends Identified> {
  /** The list as it is shown: what is filtered away or on another page is not meant. */
  readonly all: readonly Item[];
  /** Ids that are marked. A signal, so that a mark draws its own box anew and not the whole list. */
  readonly ids: ReadonlySignal<ReadonlySet<Id>>;
  choose: (items: readonly Identified[], isChosen: boolean) => void;
}

/** Keeps which of the shown entries of a list are marked. */
export const useSelection = <Item extends Identified>(shown: readonly Item[]): Selection<Item> => {
  const ids = useSignal<ReadonlySet<Id>>(new Set());
  return {
    all: shown,
    ids,
    choose(items, isWanted) {
      const next = new Set(ids.value);
      for (const { id } of items)
        if (isWanted) next.add(id);
        else next.delete(id);
      ids.value = next;
    },
  };
};

/** Marks one entry of a list. */
export const Pick = <Item extends Identified>({
  selection: { ids, choose },
  item,
  name,
}: {
  selection: Selection<Item>;
  item: Identified;
  name: string;
}) => {
  const isChosen = useComputed(() => ids.value.has(item.id));
  return (
    <input
      type="checkbox"
      class="pick"
      aria-label={texts().bulk.choose(name)}
      checked={isChosen.value}
      onChange={(event) => {
        choose([item], event.currentTarget.checked);
      }}
    />
  );
};

interface BulkBarProps<Item extends Identified> {
  selection: Selection<Item>;
  /** Buttons for what is marked. */
  children: (chosen: readonly Item[]) => ComponentChildren;
}

/** Marks all entries that are shown, and offers what can be done with those that are marked. */
export const BulkBar = <Item extends Identified>({ selection, children }: BulkBarProps<Item>) => {
  const t = texts().bulk;
  const { all, ids } = selection;
  const chosen = all.filter(({ id }) => ids.value.has(id));
  if (all.length < 2) return null;
  return (
    <div class="bulk" role="group" aria-label={t.title}>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.length === all.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < all.length;
          }}
          onChange={(event) => {
            selection.choose(all, event.currentTarget.checked);
          }}
        />
        <span>
          {chosen.length === 0 ? t.all(formatNumber(all.length)) : t.chosen(formatNumber(chosen.length))}
        </span>
      </label>
      {chosen.length > 0 && children(chosen)}
    </div>
  );
};

interface BulkDeleteProps<Item extends Identified> {
  selection: Selection<Item>;
  removal: Removal<Item['id']>;
  /** Further buttons for what is marked. */
  children?: (chosen: readonly Item[]) => ComponentChildren;
}

/** Marks entries of a list and deletes all that are marked. */
export const BulkDelete = <Item extends Identified>(props: BulkDeleteProps<Item>) => (
  <BulkBar selection={props.selection}>
    {(chosen) => (
      <>
        {props.children?.(chosen)}
        <button
          type="button"
          class="danger"
          onClick={() => {
            props.removal.removeAll(chosen.map(({ id }) => id));
            props.selection.choose(chosen, false);
          }}
        >
          {texts().bulk.remove(formatNumber(chosen.length))}
        </button>
      </>
    )}
  </BulkBar>
);
