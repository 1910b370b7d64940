import type { Database } from '@platform/database';

import { runCount } from '../goals/conversions-sql.ts';
import type { Sql } from '../sql/sql.ts';
import { fittingIds } from '../stats/sql/filter-sql.ts';
import { bucketValue, ratingOf, VITALS } from './vitals.ts';
import type { VitalFigures, VitalsAnswer } from './vitals.ts';
import { measurementFilter, vitalsSql } from './vitals-sql.ts';
import type { VitalDimension, VitalsDays } from './vitals-sql.ts';

export interface VitalsStore {
  /** Web vitals for a range of days, overall and by a dimension. */
  of(days: VitalsDays, dimension: VitalDimension): Promise<VitalsAnswer>;
}

interface VitalRow {
  readonly id: number | null;
  readonly value: string | null;
  readonly vital: number;
  readonly samples: number;
  readonly bucket: number;
}

const MOST_ROWS = 100;

const figuresOf = (rows: readonly VitalRow[]): VitalFigures =>
  Object.fromEntries(
    VITALS.map((vital) => {
      const row = rows.find(({ vital: number }) => number === vital.number);
      if (!row) return [vital.id, null];
      const p75 = bucketValue(vital, row.bucket);
      return [vital.id, { p75, samples: row.samples, rating: ratingOf(vital, p75) }];
    }),
  ) as VitalFigures;

const mostSamples = ({ figures }: { figures: VitalFigures }): number =>
  Math.max(...Object.values(figures).map((figure) => figure?.samples ?? 0));

/** Reads web vitals from their histograms. */
export const createVitalsStore = (database: Database): VitalsStore => ({
  async of(asked, dimension) {
    const run = <Row>(query: Sql): Promise<Row[]> => runCount(database, query);
    const days = { ...asked, filter: measurementFilter(asked.filter) };
    const query = vitalsSql(days, dimension, await fittingIds(run, days), MOST_ROWS);
    const found = Map.groupBy(await run<VitalRow>(query), ({ id }) => id);
    const rows = [...found].flatMap(([id, ofValue]) =>
      id === null ? [] : [{ value: ofValue[0]?.value ?? '', figures: figuresOf(ofValue) }],
    );
    return {
      total: figuresOf(found.get(null) ?? []),
      rows: rows.sort((a, b) => mostSamples(b) - mostSamples(a) || (a.value < b.value ? -1 : 1)),
    };
  },
});
