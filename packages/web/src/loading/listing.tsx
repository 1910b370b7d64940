import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { Empty, Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';
import { firstOf, useLoad } from './use-load.ts';
import type { Loaded } from './use-load.ts';

const STEP = 100;

interface LongList<Item> extends Loaded<readonly Item[]> {
  /** Shows more of it; undefined when all of it is shown. */
  readonly more: (() => void) | undefined;
}

/** Loads the beginning of a list that may have thousands of items, and more of it when asked to. */
export const useLongList = <Item,>(key: string, list: () => AsyncIterable<Item>): LongList<Item> => {
  const [count, setCount] = useState(STEP);
  // One more than is shown, to know whether there are more.
  const { data, error, reload } = useLoad(key, () => firstOf(list(), count + 1));
  const more = (): void => {
    setCount(count + STEP);
    reload();
  };
  const hasMore = data !== undefined && data.length > count;
  return { data: data?.slice(0, count), error, reload, more: hasMore ? more : undefined };
};

interface ListingProps<Item> {
  loaded: Loaded<readonly Item[]> & Partial<Pick<LongList<Item>, 'more'>>;
  /** Leaves out what is being deleted. */
  isShown?: (item: Item) => boolean;
  /** Advice shown while there are no items. */
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
      {items?.length === 0 && <Empty>{empty}</Empty>}
      {items && items.length > 0 && children(items)}
      {more && (
        <button type="button" onClick={more}>
          {texts().more}
        </button>
      )}
    </>
  );
};
