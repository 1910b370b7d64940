import { isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';
import type { GoalRule } from '../goals/goal.ts';

/** A step: a goal of the website, or a rule of its own. */
export type FunnelStep = { readonly goal: number } | { readonly rule: GoalRule };

export interface Funnel {
  readonly id: number;
  readonly name: string;
  readonly steps: readonly FunnelStep[];
  readonly createdAt: Date;
}

export interface FunnelsStore {
  /** @returns undefined if the website has a funnel of this name */
  insert(
    websiteId: number,
    funnel: { name: string; steps: readonly FunnelStep[] },
  ): Promise<Funnel | undefined>;
  find(websiteId: number, id: number): Promise<Funnel | undefined>;
  list(websiteId: number): Promise<readonly Funnel[]>;
  /** @returns undefined for a name that another funnel has, null if there is no such funnel */
  update(
    websiteId: number,
    id: number,
    changes: { name: string; steps: readonly FunnelStep[] },
  ): Promise<Funnel | undefined | null>;
  remove(websiteId: number, id: number): Promise<boolean>;
}

interface FunnelRow {
  readonly id: number;
  readonly website_id: number;
  readonly name: string;
  readonly steps: readonly FunnelStep[];
  readonly created_at: Date;
}

const toFunnel = ({ id, name, steps, created_at: createdAt }: FunnelRow): Funnel => ({
  id,
  name,
  steps,
  createdAt,
});

/** The funnels of websites. */
export const createFunnelsStore = (database: Database): FunnelsStore => {
  const unlessTaken = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isUniqueViolation(error, 'funnels_name_unique')) return undefined;
      throw error;
    }
  };
  return {
    insert: (websiteId, { name, steps }) =>
      unlessTaken(
        database('funnels')
          .insert({ website_id: websiteId, name, steps: JSON.stringify(steps) })
          .returning<FunnelRow[]>('*')
          .then(([row]) => row && toFunnel(row)),
      ),
    async find(websiteId, id) {
      const row = await database<FunnelRow>('funnels').where({ website_id: websiteId, id }).first();
      return row && toFunnel(row);
    },
    async list(websiteId) {
      const rows = await database('funnels')
        .where({ website_id: websiteId })
        .orderBy('id')
        .select<FunnelRow[]>('*');
      return rows.map(toFunnel);
    },
    update: (websiteId, id, { name, steps }) =>
      unlessTaken(
        database('funnels')
          .where({ website_id: websiteId, id })
          .update({ name, steps: JSON.stringify(steps) })
          .returning<FunnelRow[]>('*')
          .then(([row]) => (row === undefined ? null : toFunnel(row))),
      ),
    remove: async (websiteId, id) =>
      (await database('funnels').where({ website_id: websiteId, id }).delete()) > 0,
  };
};
