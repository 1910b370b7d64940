import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';

import type { Answer, StatisticsSource } from './source.ts';
import type { Part, View } from './view.ts';

/** Answers that came with the page, by their keys. */
export interface KnownAnswers {
  /**
   * The answer, if it is known. A server that renders the page takes note of what it doesn't know, and
   * renders again once it does.
   * @param part of the page that is asked for by itself, because it takes long
   */
  find(key: string, ask: () => PromiseLike<unknown>, part: Part | undefined): unknown;
}

/** Context that every part of the statistics needs. */
export interface Statistics {
  readonly source: StatisticsSource;
  readonly view: View;
  /** Goes to another view; Back leads to this one, but for `replace`. */
  readonly show: (view: View, options?: { replace?: boolean }) => void;
  /** The address of a view, where each has one that works by itself. */
  readonly hrefOf: ((view: View) => string) | undefined;
  readonly known: KnownAnswers | undefined;
  /** False where the range compared with began before anything was counted: no change is told then. */
  readonly isComparable: boolean;
  /** Changes when everything must be requested again. */
  readonly turn: number;
  /** Told what went wrong; true if somebody else deals with it. */
  readonly onFailure: (error: unknown) => boolean;
}

export const StatisticsContext = createContext<Statistics | undefined>(undefined);

/** The statistics around a component. */
export const useStatistics = (): Statistics => {
  const statistics = useContext(StatisticsContext);
  if (!statistics) throw new Error('A part of the statistics is outside of them.');
  return statistics;
};

export interface Asked<Data> {
  /** The last answer: while another one is on its way, too. */
  readonly data: Data | undefined;
  /** True while `data` answers an earlier question. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Asks the source, and again when the key or the turn changes. The former answer stays until the new one
 * is here, so that nothing jumps.
 * @param key undefined asks nothing
 * @param part of the page to which a costly question belongs: its server answers it only when asked for it
 */
export const useAnswer = <Data>(
  key: string | undefined,
  ask: (source: StatisticsSource) => PromiseLike<Data>,
  part?: Part,
): Asked<Data> => {
  const { source, known, turn, onFailure } = useStatistics();
  const [state, setState] = useState<{ key?: string; answered?: string; data?: Data; error?: unknown }>(
    () => {
      const data = key === undefined ? undefined : known?.find(key, () => ask(source), part);
      return key === undefined || data === undefined ? {} : { key, answered: key, data: data as Data };
    },
  );
  const isGiven = useRef(state.data !== undefined);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    if (isGiven.current) {
      isGiven.current = false;
      return undefined;
    }
    let isCurrent = true;
    Promise.resolve(ask(source)).then(
      (data) => {
        if (isCurrent) setState({ key, answered: key, data });
      },
      (error: unknown) => {
        if (!onFailure(error) && isCurrent) setState((before) => ({ ...before, key, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, source, turn, attempt]);
  return {
    data: state.data,
    isStale: state.answered !== key,
    error: state.key === key ? state.error : undefined,
    retry: () => {
      setAttempt((before) => before + 1);
    },
  };
};

/** Stretches of days that were imported, where the answer counts or leaves out any. */
export const useImported = ({ imported_days: count }: Pick<Answer, 'imported_days'>) =>
  useAnswer(count > 0 ? 'imported' : undefined, (source) => source.imported());

/** The parts of a question that the view decides: days, filters, comparison. */
export const questionOf = (view: View) => ({
  date_range: view.period === 'realtime' ? ('today' as const) : view.period,
  ...(view.conditions.length > 0 && {
    filters: view.conditions.map(({ dimension, operator, values }) => ({
      dimension,
      operator,
      values: [...values],
    })),
  }),
  ...(view.segment !== undefined && { segment: view.segment }),
  ...(view.compare !== 'none' && { compare: view.compare, same_hours: true }),
});

/** The filters of a view, for what isn't a question. */
export const scopeOf = (view: View) => ({
  filters: questionOf(view).filters ?? [],
  segment: view.segment,
});
