import { useEffect, useState } from 'preact/hooks';
import { language } from '../i18n/spoken.ts';
import { noticeEndedSession, session } from '../session/session.ts';

/** The first items of a list that has pages. */
export const firstOf = async <Item>(list: AsyncIterable<Item>, count: number): Promise<Item[]> => {
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
 * @param load must not throw synchronously
 * @param key names what is loaded; another key loads something else
 */
export const useLoad = <Data>(key: string, load: () => PromiseLike<Data>): Loaded<Data> => {
  const { isOld, ...loaded } = useLoadOver(key, load);
  return isOld ? { ...loaded, data: undefined } : loaded;
};

/** The same for a list whose page or order changes: the old one stays until the new one is there. */
export const useLoadOver = <Data>(
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
    load().then(
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
