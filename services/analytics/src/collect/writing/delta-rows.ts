import { QUARTER_MS } from '../../calendar/zone-day.ts';
import type { QuarterDelta, PageDelta, ValueDelta, RollupDeltas } from './rollup-delta.ts';

/** A map that creates its rows on first use. */
const createRows = <Row>() => {
  const rows = new Map<string, Row>();
  return {
    at(key: string, make: () => Row): Row {
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row = make();
      rows.set(key, row);
      return row;
    },
    list: (): Row[] => [...rows.values()],
  };
};

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The rows that a batch changes, made on first use. */
export const createDeltaRows = () => {
  const quarters = createRows<QuarterDelta>();
  const pages = createRows<PageDelta>();
  const values = createRows<ValueDelta>();

  const quarterOf = (websiteId: number, instant: number): QuarterDelta => {
    const bucket = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
    return quarters.at(`${websiteId} ${bucket}`, () => ({
      websiteId,
      bucket,
      pageviews: 0,
      visitors: 0,
      visits: 0,
      bounces: 0,
      events: 0,
      durationS: 0,
      engagedMs: 0,
      scroll: 0,
    }));
  };
  const pageOf = (websiteId: number, day: string, pageId: number): PageDelta =>
    pages.at(`${websiteId} ${day} ${pageId}`, () => ({
      websiteId,
      day,
      pageId,
      pageviews: 0,
      visitors: 0,
      entries: 0,
      exits: 0,
      engagedMs: 0,
      scroll: 0,
    }));
  const valueOf = (websiteId: number, day: string, dimension: number, valueId: number): ValueDelta =>
    values.at(`${websiteId} ${dimension} ${day} ${valueId}`, () => ({
      websiteId,
      day,
      dimension,
      valueId,
      visitors: 0,
      visits: 0,
      hits: 0,
    }));

  /** Sorted by key, so that all writers lock rows in the same order. */
  const sorted = (): RollupDeltas => ({
    quarters: quarters.list().sort((a, b) => a.websiteId - b.websiteId || a.bucket - b.bucket),
    pages: pages
      .list()
      .sort((a, b) => a.websiteId - b.websiteId || byText(a.day, b.day) || a.pageId - b.pageId),
    values: values
      .list()
      .sort(
        (a, b) =>
          a.websiteId - b.websiteId ||
          a.dimension - b.dimension ||
          byText(a.day, b.day) ||
          a.valueId - b.valueId,
      ),
  });
  return { quarterOf, pageOf, valueOf, sorted };
};
