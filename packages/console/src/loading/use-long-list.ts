import { useState } from 'preact/hooks';

import { firstOf } from './first-of.ts';
import { useLoad } from './use-load.ts';
import type { Loaded } from './use-load.ts';

const STEP = 100;

export interface LongList<Item> extends Loaded<readonly Item[]> {
  /** Shows more of it; undefined when all of it is shown. */
  readonly more: (() => void) | undefined;
}

/** Loads the beginning of a list that may have thousands of items, and more of it when asked to. */
export const useLongList = <Item>(key: string, list: () => AsyncIterable<Item>): LongList<Item> => {
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
