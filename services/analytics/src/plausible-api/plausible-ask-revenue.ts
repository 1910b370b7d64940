import { basisOf } from '../stats/query/sums-request.ts';
import type { Website } from '../websites/website.ts';
import { groupOf, MOST_ROWS, isOrderOfValues, orderOf, pageOf } from './plausible-ask.ts';
import { shownValue } from './plausible-dimensions.ts';
import { isRevenue, GOAL } from './plausible-metrics.ts';
import type { RevenueMetric } from './plausible-metrics.ts';
import type { Ask, PlausibleAnswer, Question } from './plausible-ask.ts';
import { MANY_CURRENCIES, NO_REVENUE, toMoney } from './plausible-revenue.ts';
import type { Money, RevenueWarning } from './plausible-revenue.ts';
import type { PlausibleRevenueStore, Worth } from './plausible-revenue-store.ts';

const worthOf = (metric: RevenueMetric, { amount, conversions, currency }: Worth): Money =>
  toMoney(metric === 'total_revenue' ? amount : amount / conversions, currency);

/** True where there is more than one currency. */
const isMixed = (worths: readonly Worth[]): boolean =>
  new Set(worths.map(({ currency }) => currency)).size > 1;

/** Adds revenue to the answers to questions about goals. */
export const withRevenue = (ask: Ask, store: PlausibleRevenueStore): Ask => {
  const worthsOf = async (
    { id, timezone, weekStart }: Website,
    { dimensions, filters, range: asked }: Question,
    range: PlausibleAnswer['range'],
  ): Promise<readonly Worth[]> => {
    // Otherwise amounts of anything would count.
    if (!filters.asksForGoal && !dimensions.includes(GOAL)) return [];
    const groupBy = dimensions.map((name) => groupOf(name, asked));
    const question = { groupBy, range, filter: { and: filters.all } };
    // Views of pages are worth nothing.
    if (basisOf(question) !== 'events') return [];
    const found = await store.worth({ id, timezone, weekStart }, question);
    return found.map((worth) => ({
      ...worth,
      keys: worth.keys.map((key, index) => shownValue(dimensions[index] ?? '', key)),
    }));
  };

  return async (website, question) => {
    const { metrics, dimensions } = question;
    if (!metrics.some(isRevenue)) return ask(website, question);
    const sortsHere = isOrderOfValues(orderOf(question));
    const answer = await ask(website, sortsHere ? { ...question, limit: MOST_ROWS, offset: 0 } : question);
    const worths = await worthsOf(website, question, answer.range);
    // By goals, each may have a currency of its own.
    const goal = dimensions.indexOf(GOAL);
    const groupName = (keys: readonly string[]): string => keys[goal] ?? '';
    const byGoal = Map.groupBy(worths, ({ keys }) => groupName(keys));
    const byKeys = new Map(
      worths
        .filter(({ keys }) => !isMixed(byGoal.get(groupName(keys)) ?? []))
        .map((worth) => [JSON.stringify(worth.keys), worth]),
    );
    const rows = answer.rows.map((row) => {
      const worth = byKeys.get(JSON.stringify(row.dimensions));
      return {
        ...row,
        values: row.values.map((value, index) => {
          const name = metrics[index] ?? '';
          if (!isRevenue(name)) return value;
          return worth === undefined ? null : worthOf(name, worth);
        }),
      };
    });
    let warning: RevenueWarning | undefined;
    if (worths.length === 0) warning = NO_REVENUE;
    else if ([...byGoal.values()].some(isMixed)) warning = MANY_CURRENCIES;
    return { ...answer, warning, rows: sortsHere ? pageOf(rows, question) : rows };
  };
};
