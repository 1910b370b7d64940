import type { ComponentChildren } from 'preact';

import { texts } from '../i18n/language.ts';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Loaded } from './use-load.ts';
import type { LongList } from './use-long-list.ts';

interface ListingProps<Item> {
  loaded: Loaded<readonly Item[]> & Partial<Pick<LongList<Item>, 'more'>>;
  /** Leaves out what is being deleted. */
  isShown?: (item: Item) => boolean;
  /** What to do while there is nothing. */
  empty: string;
  children: (items: readonly Item[]) => ComponentChildren;
}

const all = (): boolean => true;

/** A list in each of its states: on its way, failed, empty, there. */
export const Listing = <Item,>({ loaded, isShown = all, empty, children }: ListingProps<Item>) => {
  const { data, error, reload, more } = loaded;
  const items = data?.filter(isShown);
  return (
    <>
      <Problem error={error} retry={reload} />
      {!items && error === undefined && <Skeleton />}
      {items?.length === 0 && <p class="empty">{empty}</p>}
      {items && items.length > 0 && children(items)}
      {more && (
        <button type="button" onClick={more}>
          {texts().more}
        </button>
      )}
    </>
  );
};
