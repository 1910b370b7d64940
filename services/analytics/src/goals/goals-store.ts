import { isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';

import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import type { Sql } from '../sql/sql.ts';
import { columnOf } from '../stats/sql/filter-sql.ts';
import {
  conversionsByPeriodSql,
  conversionsByValueSql,
  periodOf,
  revenueSql,
  runCount,
} from './conversions-sql.ts';
import type {
  ConversionsOfPeriod,
  ConversionsOfValue,
  Goal,
  GoalInterval,
  GoalRule,
  GoalType,
  Revenue,
} from './goal.ts';
import type { CountedVisits } from './conversions-sql.ts';
import { countedVisits } from './counted-visits.ts';
import type { CountedDays } from './counted-visits.ts';

type NewGoal = Omit<Goal, 'id' | 'createdAt'>;

interface GoalRow {
  readonly id: number;
  readonly website_id: number;
  readonly name: string;
  readonly type: GoalType;
  readonly pattern: string;
  readonly threshold: number | null;
  readonly property: string | null;
  readonly property_value: string | null;
  readonly currency: string | null;
  readonly created_at: Date;
}

const toGoal = (row: GoalRow): Goal => ({
  id: row.id,
  name: row.name,
  type: row.type,
  pattern: row.pattern,
  threshold: row.threshold,
  property: row.property,
  propertyValue: row.property_value,
  currency: row.currency,
  createdAt: row.created_at,
});

const toRow = (websiteId: number, goal: NewGoal) => ({
  website_id: websiteId,
  name: goal.name,
  type: goal.type,
  pattern: goal.pattern,
  threshold: goal.threshold,
  property: goal.property,
  property_value: goal.propertyValue,
  currency: goal.currency,
});

export interface GoalsStore {
  /** @returns undefined if the website has a goal of this name */
  insert(websiteId: number, goal: NewGoal): Promise<Goal | undefined>;
  find(websiteId: number, id: number): Promise<Goal | undefined>;
  list(websiteId: number): Promise<readonly Goal[]>;
  /** @returns undefined for a name that another goal has, null if there is no such goal */
  update(websiteId: number, id: number, goal: NewGoal): Promise<Goal | undefined | null>;
  remove(websiteId: number, id: number): Promise<boolean>;
  byValue(
    counted: CountedDays,
    goal: GoalRule,
    dimension: ColumnDimension,
    limit: number,
  ): Promise<readonly ConversionsOfValue[]>;
  /** Days or months with conversions, in a website's time zone. */
  byPeriod(
    counted: CountedDays,
    goal: GoalRule,
    interval: GoalInterval,
  ): Promise<readonly ConversionsOfPeriod[]>;
}

/** Rows of counts by a key. */
interface CountRow {
  readonly key: string | number;
  readonly conversions: number;
  readonly converters: number;
}

/** Goals, and what came of them: counted from the events, so those of the past count as well. */
export const createGoalsStore = (database: Database): GoalsStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount(database, query);
  const unlessTaken = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isUniqueViolation(error, 'goals_name_unique')) return undefined;
      throw error;
    }
  };

  /** Amounts are in the properties of events: other goals have none. */
  const revenueBy = async (
    counted: CountedVisits,
    goal: GoalRule,
    key: Sql,
  ): Promise<(key: string | number) => readonly Revenue[]> => {
    if (goal.type !== 'event') return () => [];
    const rows = await run<Revenue & { key: string | number }>(revenueSql(counted, goal, key));
    const byKey = Map.groupBy(rows, (row) => row.key);
    return (asked) => (byKey.get(asked) ?? []).map(({ currency, amount }) => ({ currency, amount }));
  };

  return {
    insert: (websiteId, goal) =>
      unlessTaken(
        database<GoalRow>('goals')
          .insert(toRow(websiteId, goal))
          .returning('*')
          .then(([row]) => row && toGoal(row)),
      ),
    async find(websiteId, id) {
      const row = await database<GoalRow>('goals').where({ website_id: websiteId, id }).first();
      return row && toGoal(row);
    },
    list: async (websiteId) =>
      (await database<GoalRow>('goals').where({ website_id: websiteId }).orderBy('id')).map(toGoal),
    update: (websiteId, id, goal) =>
      unlessTaken(
        database<GoalRow>('goals')
          .where({ website_id: websiteId, id })
          .update(toRow(websiteId, goal))
          .returning('*')
          .then(([row]) => (row === undefined ? null : toGoal(row))),
      ),
    remove: async (websiteId, id) =>
      (await database('goals').where({ website_id: websiteId, id }).delete()) > 0,
    async byValue(days, goal, dimension, limit) {
      const counted = await countedVisits(run, days);
      const column = columnOf(dimension);
      const rows = await run<CountRow & { value: string }>(
        conversionsByValueSql(counted, goal, column, limit),
      );
      const revenue = await revenueBy(counted, goal, column);
      return rows.map(({ key, value, conversions, converters }) => ({
        value,
        conversions,
        converters,
        revenue: revenue(key),
      }));
    },
    async byPeriod(days, goal, interval) {
      const counted = await countedVisits(run, days);
      const period = periodOf(interval, days.site.timezone);
      const rows = await run<CountRow>(conversionsByPeriodSql(counted, goal, period));
      const revenue = await revenueBy(counted, goal, period);
      return rows.map(({ key, conversions, converters }) => ({
        period: String(key),
        conversions,
        converters,
        revenue: revenue(key),
      }));
    },
  };
};
