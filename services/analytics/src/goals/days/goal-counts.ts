import type { Logger } from '@platform/runtime';
import { isUnavailable } from '@platform/database';

import { daysOf, rangesOf } from '../../calendar/date-range.ts';
import type { DateRange } from '../../calendar/date-range.ts';
import { localDay } from '../../calendar/local-day.ts';
import type { LocalDay } from '../../calendar/local-day.ts';
import { fitsVisits } from '../../stats/derived/columns/day-visits.ts';
import { createDerivedKeeper, UNFINISHED, createPauses } from '../../stats/derived/derived-keeper.ts';
import { lastSettledDay } from '../../stats/derived/settled-days.ts';
import { conditionsOf } from '../../stats/query/filter.ts';
import type { Filter } from '../../stats/query/filter.ts';
import type { Site } from '../../stats/query/sums-request.ts';
import type { StatsStore } from '../../stats/stats-store.ts';
import type { GoalRule } from '../goal.ts';
import { ofVisits } from '../counted-visits.ts';
import { addCounts } from './add-counts.ts';
import type { Counts, SpanCounts } from './add-counts.ts';
import { countMatching } from './converting-visits.ts';
import { rulesKey } from './goal-days-store.ts';
import type { GoalDaysStore } from './goal-days-store.ts';

interface MakeGoalDaysDeps {
  readonly store: Pick<GoalDaysStore, 'lacking' | 'make'>;
  /** The rules of each goal and funnel that a website has. */
  readonly listsOf: (websiteId: number) => Promise<readonly (readonly GoalRule[])[]>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** After so long, it is another website's turn. */
const TURN_MS = 5_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Makes a function that counts a settled day for each goal and funnel that it lacks. What can't be
 * counted is logged and left alone for a while, and the others are counted.
 */
const createMakeGoalDays = ({ store, listsOf, logger, now }: MakeGoalDaysDeps) => {
  const ofRules = createPauses({ firstMs: MINUTE_MS, longestMs: HOUR_MS, now });
  // Longer, so that after a pause of the rules other days come first.
  const ofDays = createPauses({ firstMs: HOUR_MS, longestMs: 7 * DAY_MS, now });

  return async (site: Site, day: LocalDay): Promise<typeof UNFINISHED | undefined> => {
    const end = now() + TURN_MS;
    for (const rules of await store.lacking(site, day, await listsOf(site.id))) {
      const key = `${site.id} ${rulesKey(rules)}`;
      const keyOfDay = `${key} ${day}`;
      if (ofRules.isPaused(key) || ofDays.isPaused(keyOfDay)) continue;
      if (now() > end) return UNFINISHED;
      try {
        // Another process is counting this website's days.
        if (!(await store.make(site, day, rules))) return undefined;
        ofRules.succeeded(key);
        ofDays.succeeded(keyOfDay);
      } catch (error) {
        ofRules.failed(key);
        // If PostgreSQL was down or full, the day wasn't to blame.
        if (!isUnavailable(error)) ofDays.failed(keyOfDay);
        logger.warn({ err: error, website_id: site.id, date: day }, 'goals of a day could not be made');
      }
    }
    return undefined;
  };
};

export interface GoalCountsDeps {
  readonly store: GoalDaysStore;
  readonly stats: Pick<StatsStore, 'storedVisits'>;
  /** The rules of each goal and funnel that a website has. */
  readonly listsOf: (websiteId: number) => Promise<readonly (readonly GoalRule[])[]>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface GoalCounts {
  /**
   * Counts rules in a range: a goal's single rule, or a funnel's steps in order. Under a filter,
   * counts only visits that match it.
   */
  count(site: Site, rules: readonly GoalRule[], range: DateRange, filter?: Filter): Promise<Counts>;
  /** The same for each of several goals or funnels, whose days are read together. */
  countAll(
    site: Site,
    lists: readonly (readonly GoalRule[])[],
    range: DateRange,
    filter?: Filter,
  ): Promise<readonly Counts[]>;
  /**
   * The same by period, for which each day names its own.
   * @returns undefined while too many of the days would have to be counted from the events, one by one
   */
  byPeriod(
    site: Site,
    rule: GoalRule,
    range: DateRange,
    periodOf: (day: LocalDay) => string,
    filter?: Filter,
  ): Promise<ReadonlyMap<string, Counts> | undefined>;
  /** Tells whether counts under a filter include imported days. */
  includesImported(site: Site, rules: readonly GoalRule[], filter?: Filter): Promise<boolean>;
  /** Counts a goal on imported days, by period. */
  importedByPeriod(
    site: Site,
    rule: GoalRule,
    range: DateRange,
    periodOf: (day: LocalDay) => string,
  ): Promise<ReadonlyMap<string, Counts>>;
  /** Forgets what was stored of goals and funnels that the website no longer has. */
  forgetOthers(websiteId: number): Promise<void>;
  /** Ends the work in the background. */
  stop(): Promise<void>;
}

const importedCounts = ({
  conversions,
  converters,
}: {
  readonly conversions: number;
  readonly converters: number;
}): SpanCounts => ({ conversions, visitors: [converters], crossing: [], revenue: [] });

const NO_FILTER: Filter = { and: [] };

const NOTHING: { readonly known: ReadonlyMap<LocalDay, SpanCounts>; readonly missing: readonly LocalDay[] } =
  {
    known: new Map(),
    missing: [],
  };

type RuleLists = readonly (readonly GoalRule[])[];

/** Stretches of days that are counted apart under a filter. */
const MOST_RUNS = 5;

/** Days that are counted one by one at most, for an answer by period. */
const MAX_SINGLE_DAYS = 7;

/**
 * Counts goals and funnels. Settled days are counted once, in the background after the first question
 * about them; the days since then are counted from the events.
 */
export const createGoalCounts = ({ store, stats, listsOf, logger, now }: GoalCountsDeps): GoalCounts => {
  const keeper = createDerivedKeeper({
    store: { make: createMakeGoalDays({ store, listsOf, logger, now }) },
    what: 'goals of a day',
    logger,
    now,
  });

  /** Counts under a filter what is stored of a range, where also its visits are. */
  const matching = async (site: Site, lists: RuleLists, range: DateRange, asked: Filter) => {
    const found = lists.map(() => new Map<LocalDay, SpanCounts>());
    const filter = ofVisits(asked);
    if (!fitsVisits(filter)) return found.map((known) => ({ known, stored: undefined }));
    const stored = await store.storedVisits(site, lists, range);
    if (stored.some(({ size }) => size > 0))
      await stats.storedVisits({ site, range, filter }, (visits) => {
        for (const [index, rules] of lists.entries()) {
          const converting = stored[index]?.get(visits.day);
          // Places are those of blocks that were made of the same rows.
          if (converting?.writes === visits.writes)
            found[index]?.set(visits.day, countMatching(rules, converting, visits));
        }
      });
    return found.map((known, index) => ({ known, stored: stored[index] }));
  };

  const whole = async (site: Site, lists: RuleLists, range: DateRange) =>
    (await store.stored(site, lists, range)).map((stored) => ({ known: stored, stored }));

  /** Returns, for each list, what can be counted of what is stored of a range, and the days that are missing. */
  const plan = async (site: Site, lists: RuleLists, range: DateRange, filter: Filter) => {
    const settled = lastSettledDay(localDay(site.timezone, now()));
    const isFiltered = conditionsOf(filter).length > 0;
    const days = daysOf(range);
    const found = await (isFiltered ? matching(site, lists, range, filter) : whole(site, lists, range));
    return found.map(({ known: counted, stored }) => {
      const known = new Map([...counted].filter(([day]) => day <= settled));
      if (stored)
        keeper.order(
          site,
          days.filter((day) => day <= settled && !stored.has(day)),
        );
      return { known, missing: days.filter((day) => !known.has(day)) };
    });
  };

  const countAll: GoalCounts['countAll'] = async (site, lists, range, filter = NO_FILTER) => {
    if (lists.length === 0) return [];
    const isFiltered = conditionsOf(filter).length > 0;
    const plans = await plan(site, lists, range, filter);
    const counts: Counts[] = [];
    for (const [index, rules] of lists.entries()) {
      const { known, missing } = plans[index] ?? NOTHING;
      const [first] = rules;
      const hasImported = first !== undefined && (await store.knowsImported(site, rules, filter));
      const onImported = hasImported ? [...(await store.imported(site, first, range)).values()] : [];
      const imported = onImported.map(importedCounts);
      const runs = rangesOf(missing);
      // Each run asks about the filter's visits: beyond a few, all days at once cost less.
      const isAtOnce = isFiltered && runs.length > MOST_RUNS;
      const spans: SpanCounts[] = isAtOnce ? [] : [...known.values()];
      for (const run of isAtOnce ? [range] : runs)
        spans.push(await store.count({ site, range: run, filter }, rules));
      counts.push(addCounts(rules, [...spans, ...imported]));
    }
    return counts;
  };

  return {
    countAll,
    async count(site, rules, range, filter) {
      const [counts] = await countAll(site, [rules], range, filter);
      if (counts === undefined) throw new Error('each list has counts');
      return counts;
    },

    async byPeriod(site, rule, asked, periodOf, filter = NO_FILTER) {
      const [planned] = await plan(site, [[rule]], asked, filter);
      const { known, missing } = planned ?? NOTHING;
      if (missing.length > MAX_SINGLE_DAYS) return undefined;
      const days: (readonly [LocalDay, SpanCounts])[] = [...known];
      for (const day of missing) {
        const range = { from: day, to: day };
        days.push([day, await store.count({ site, range, filter }, [rule])]);
      }
      if (await store.knowsImported(site, [rule], filter))
        for (const [day, counts] of await store.imported(site, rule, asked))
          days.push([day, importedCounts(counts)]);
      const periods = Map.groupBy(days, ([day]) => periodOf(day));
      return new Map(
        [...periods].map(([period, of]) => [
          period,
          addCounts(
            [rule],
            of.map(([, counts]) => counts),
          ),
        ]),
      );
    },

    includesImported: (site, rules, filter = NO_FILTER) => store.knowsImported(site, rules, filter),

    async importedByPeriod(site, rule, range, periodOf) {
      const days = [...(await store.imported(site, rule, range))];
      const periods = Map.groupBy(days, ([day]) => periodOf(day));
      return new Map(
        [...periods].map(([period, of]) => [
          period,
          addCounts(
            [rule],
            of.map(([, counts]) => importedCounts(counts)),
          ),
        ]),
      );
    },

    forgetOthers: async (websiteId) => store.keepOnly(websiteId, await listsOf(websiteId)),
    stop: () => keeper.stop(),
  };
};
