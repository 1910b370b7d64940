import './selection.css';

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/language.ts';
import type { Removal } from './use-removal.ts';

type Id = number | string;

interface Identified {
  readonly id: Id;
}

/** Entries of a list that are marked, to do something with all of them. */
export interface Selection<Item extends Identified> {
  /** Those of the list as it is shown: what is filtered away or on another page is not meant. */
  readonly chosen: readonly Item[];
  readonly all: readonly Item[];
  isChosen: (item: Identified) => boolean;
  choose: (items: readonly Identified[], isChosen: boolean) => void;
}

/** Keeps which of the shown entries of a list are marked. */
export const useSelection = <Item extends Identified>(shown: readonly Item[]): Selection<Item> => {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set());
  const isChosen = ({ id }: Identified): boolean => ids.has(id);
  return {
    all: shown,
    chosen: shown.filter(isChosen),
    isChosen,
    choose(items, isWanted) {
      const next = new Set(ids);
      for (const { id } of items)
        if (isWanted) next.add(id);
        else next.delete(id);
      setIds(next);
    },
  };
};

/** Marks one entry of a list. */
export const Pick = <Item extends Identified>(props: {
  selection: Selection<Item>;
  item: Identified;
  name: string;
}) => (
  <input
    type="checkbox"
    class="pick"
    aria-label={texts().bulk.choose(props.name)}
    checked={props.selection.isChosen(props.item)}
    onChange={(event) => {
      props.selection.choose([props.item], event.currentTarget.checked);
    }}
  />
);

interface BulkBarProps<Item extends Identified> {
  selection: Selection<Item>;
  /** Buttons for what is marked. */
  children: (chosen: readonly Item[]) => ComponentChildren;
}

/** Marks all entries that are shown, and offers what can be done with those that are marked. */
export const BulkBar = <Item extends Identified>({ selection, children }: BulkBarProps<Item>) => {
  const t = texts().bulk;
  const { all, chosen } = selection;
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
