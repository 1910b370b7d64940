import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { language } from '../i18n/spoken.ts';
import { noticeEndedSession, session } from '../session/session.ts';
import { Empty, Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';

/** The first items of a list that has pages. */
export const firstOf = async <Item,>(list: AsyncIterable<Item>, count: number): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of list) {
    found.push(item);
    if (found.length >= count) break;
  }
  return found;
};

export interface Loaded<Data> {
  /** Data loaded last: it stays while newer data is on its way, and when that fails. */
  readonly data: Data | undefined;
  /** Why it could not be loaded, or loaded again. */
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Loads data for a screen, and loads it again when what it depends on has changed.
 * @param key names what is loaded; another key loads something else
 */
export const useLoad = <Data,>(key: string, load: () => PromiseLike<Data>): Loaded<Data> => {
  const { isOld, ...loaded } = useLoadOver(key, load);
  return isOld ? { ...loaded, data: undefined } : loaded;
};

/** The same for a list whose page or order changes: the old one stays until the new one is there. */
export const useLoadOver = <Data,>(
  key: string,
  load: () => PromiseLike<Data>,
): Loaded<Data> & { /** True while data of another key is shown. */ readonly isOld: boolean } => {
  const [state, setState] = useState<{ key: string; data?: Data; error?: unknown }>({ key });
  const [turn, setTurn] = useState(0);

  // Data that failed to load because the session had ended is loaded after the next sign-in.
  const isSignedIn = Boolean(session.value);
  // Titles and messages come in the language of the console.
  const spoken = language.value;

  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isCurrent = true;
    // An id that no address can hold is refused before anything is sent.
    new Promise<Data>((resolve) => {
      resolve(load());
    }).then(
      (data) => {
        if (isCurrent) setState({ key, data });
      },
      (error: unknown) => {
        if (!noticeEndedSession(error) && isCurrent)
          setState((before) => (before.key === key ? { ...before, error } : { key, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, turn, isSignedIn, spoken]);

  const reload = (): void => {
    setTurn((before) => before + 1);
  };
  const isOld = state.key !== key;
  return { data: state.data, error: isOld ? undefined : state.error, reload, isOld };
};

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
