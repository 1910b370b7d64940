import type { Database } from '@platform/database';

import { numberOf } from '../dimensions/dimension-names.ts';
import { runCount } from '../goals/conversions-sql.ts';
import { sql } from '../sql/sql.ts';
import type { Sql } from '../sql/sql.ts';

/** A page, or the name of an event, by the number under which it is stored. */
export interface Path {
  readonly id: number;
  readonly path: string;
  readonly title: string | null;
  readonly isEvent: boolean;
}

export interface PathsStore {
  /** Those behind a number, in the order of numbers. */
  list(websiteId: number, after: number, limit: number): Promise<readonly Path[]>;
  find(websiteId: number, ids: readonly number[]): Promise<readonly Path[]>;
  /** Numbers of pages, or of events, by their texts. */
  numbers(
    websiteId: number,
    texts: readonly string[],
    isEvent: boolean,
  ): Promise<ReadonlyMap<string, number>>;
}

interface PathRow {
  readonly id: number;
  readonly value: string;
  readonly title: string | null;
  readonly dimension: number;
}

/** Reads the pages and events that a website has had, without any figures. */
export const createPathsStore = (database: Database): PathsStore => {
  const run = <Row>(query: Sql): Promise<Row[]> => runCount<Row>(database, query);
  const [page, event] = [numberOf('page'), numberOf('event')];
  const toPath = ({ id, value, title, dimension }: PathRow): Path => ({
    id,
    title,
    path: value,
    isEvent: dimension === event,
  });
  const selected = (websiteId: number): Sql =>
    sql`SELECT id, value, title, dimension FROM dictionary WHERE website_id = ${websiteId} AND dimension IN (${page}, ${event})`;
  return {
    list: async (websiteId, after, limit) =>
      (await run<PathRow>(sql`${selected(websiteId)} AND id > ${after} ORDER BY id LIMIT ${limit}`)).map(
        toPath,
      ),
    find: async (websiteId, ids) =>
      (await run<PathRow>(sql`${selected(websiteId)} AND id = ANY(${ids}::int[])`)).map(toPath),
    async numbers(websiteId, texts, isEvent) {
      const rows = await run<PathRow>(
        sql`${selected(websiteId)} AND dimension = ${isEvent ? event : page} AND value = ANY(${texts}::text[])`,
      );
      return new Map(rows.map(({ id, value }) => [value, id]));
    },
  };
};
