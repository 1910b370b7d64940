import type { ComponentChildren } from 'preact';

import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Loaded } from './use-load.ts';

interface ListingProps<Item> {
  loaded: Loaded<readonly Item[]>;
  /** Leaves out what is being deleted. */
  isShown?: (item: Item) => boolean;
  /** What to do while there is nothing. */
  empty: string;
  children: (items: readonly Item[]) => ComponentChildren;
}

const all = (): boolean => true;

/** A list in each of its states: on its way, failed, empty, there. */
export const Listing = <Item,>({ loaded, isShown = all, empty, children }: ListingProps<Item>) => {
  const { data, error, reload } = loaded;
  const items = data?.filter(isShown);
  return (
    <>
      <Problem error={error} retry={reload} />
      {!items && error === undefined && <Skeleton />}
      {items?.length === 0 && <p class="empty">{empty}</p>}
      {items && items.length > 0 && children(items)}
    </>
  );
};
