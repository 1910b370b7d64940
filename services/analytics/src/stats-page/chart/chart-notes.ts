import type { Annotation, AnnotationsStore } from '../../annotations/annotations-store.ts';
import { spanOf } from '../../calendar/date-range.ts';
import type { DateRange, Span, Interval } from '../../calendar/date-range.ts';
import { timeBuckets } from '../../calendar/time-buckets.ts';
import { addDays } from '../../calendar/local-day.ts';
import { localDay } from '../../calendar/zone-day.ts';
import type { ImportedRange } from '../../stats/query/stats-rows.ts';
import type { Site } from '../../stats/query/sums-request.ts';

/** An annotation, and the number of the chart's bucket that it belongs to. */
export interface Note {
  readonly bucket: number;
  readonly annotation: Annotation;
}

/** Beyond these the marks would cover the chart; the latest ones stay. */
const MOST_NOTES = 30;

/** The notes of a chart, in the order of time. */
export const notesOf = async (
  annotations: Pick<AnnotationsStore, 'list'>,
  site: Site,
  span: Span,
  interval: Interval,
): Promise<readonly Note[]> => {
  const { annotations: found } = await annotations.list(site.id, span, MOST_NOTES, 0);
  if (found.length === 0) return [];
  const { starts } = timeBuckets(span, interval, site.timezone);
  return found.toReversed().map((annotation) => ({
    annotation,
    bucket: Math.max(
      0,
      starts.findLastIndex((start) => start <= annotation.time.getTime()),
    ),
  }));
};

export interface ChartedDays {
  readonly site: Site;
  readonly range: DateRange;
  readonly interval: Interval;
  readonly imported: readonly ImportedRange[];
}

/** The buckets of a chart that hold imported days, as stretches from one to another. */
export const bandsOf = ({
  site,
  range,
  interval,
  imported,
}: ChartedDays): readonly { readonly from: number; readonly to: number }[] => {
  if (imported.length === 0 || interval === 'hour' || interval === 'minute') return [];
  const { starts } = timeBuckets(spanOf(range, site.timezone), interval, site.timezone);
  const days = starts.map((start) => localDay(site.timezone, start));
  return imported.flatMap(({ from, to }) => {
    const last = days.findLastIndex((day) => day <= to);
    const after = days.findIndex((_, index) => (days[index + 1] ?? addDays(range.to, 1)) > from);
    return after < 0 || last < after ? [] : [{ from: after, to: last }];
  });
};
