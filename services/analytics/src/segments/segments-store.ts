import { isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';
import type { AskedFilter } from '../stats/query/filter.ts';

/** Filters under a name. All of them have to hold. */
export interface Segment {
  readonly id: number;
  readonly name: string;
  readonly filters: readonly AskedFilter[];
  readonly createdAt: Date;
}

export type NewSegment = Pick<Segment, 'name' | 'filters'>;

export interface SegmentsStore {
  /** @returns undefined if the website has a segment of this name */
  insert(websiteId: number, segment: NewSegment): Promise<Segment | undefined>;
  find(websiteId: number, id: number): Promise<Segment | undefined>;
  /** By name. */
  list(websiteId: number): Promise<readonly Segment[]>;
  /** @returns undefined for a name that another segment has, null if there is no such segment */
  update(websiteId: number, id: number, segment: NewSegment): Promise<Segment | undefined | null>;
  remove(websiteId: number, id: number): Promise<boolean>;
}

interface SegmentRow {
  readonly id: number;
  readonly website_id: number;
  readonly name: string;
  readonly filters: readonly AskedFilter[];
  readonly created_at: Date;
}

const toSegment = ({ id, name, filters, created_at: createdAt }: SegmentRow): Segment => ({
  id,
  name,
  filters,
  createdAt,
});

/** Segments in PostgreSQL. */
export const createSegmentsStore = (database: Database): SegmentsStore => {
  const unlessTaken = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (isUniqueViolation(error, 'segments_name_unique')) return undefined;
      throw error;
    }
  };
  return {
    insert: (websiteId, { name, filters }) =>
      unlessTaken(
        database('segments')
          .insert({ website_id: websiteId, name, filters: JSON.stringify(filters) })
          .returning<SegmentRow[]>('*')
          .then(([row]) => row && toSegment(row)),
      ),
    async find(websiteId, id) {
      const row = await database<SegmentRow>('segments').where({ website_id: websiteId, id }).first();
      return row && toSegment(row);
    },
    list: async (websiteId) =>
      (
        await database('segments').where({ website_id: websiteId }).orderBy('name').select<SegmentRow[]>('*')
      ).map(toSegment),
    update: (websiteId, id, { name, filters }) =>
      unlessTaken(
        database('segments')
          .where({ website_id: websiteId, id })
          .update({ name, filters: JSON.stringify(filters) })
          .returning<SegmentRow[]>('*')
          .then(([row]) => (row === undefined ? null : toSegment(row))),
      ),
    remove: async (websiteId, id) =>
      (await database('segments').where({ website_id: websiteId, id }).delete()) > 0,
  };
};
