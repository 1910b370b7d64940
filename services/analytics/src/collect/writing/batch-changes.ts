import { lateDays } from './late-days.ts';
import { rollupDeltas } from './rollup-deltas.ts';
import type { Drop } from '../intake/hit.ts';
import type { SettledVisitors } from '../visits/settle.ts';
import type { Assignment, VisitChange } from '../visits/assignment-types.ts';
import { insertEvents, upsertVisits } from './batch-statements.ts';
import { upsertVisitors } from './visitor-statements.ts';
import { deleteEvents, deleteVisits } from './delete-statements.ts';
import { countDrops } from './drop-statements.ts';
import { countLateWrites, upsertPages, upsertQuarters, upsertValues } from './rollup-statements.ts';
import { vitalDeltas } from './vital-deltas.ts';
import { upsertVitals } from './vital-statements.ts';
import type { Statement } from './statement.ts';

/** Removed visits as changes: the days that they leave count as written to. */
const asChanges = ({ visits }: SettledVisitors, timezones: ReadonlyMap<number, string>): VisitChange[] =>
  visits.map((visit) => ({
    before: visit,
    after: visit,
    timezone: timezones.get(visit.websiteId) ?? 'UTC',
  }));

/** The statements that write what a batch changes. */
export const changesOf = (
  assignment: Assignment,
  removed: SettledVisitors,
  drops: readonly Drop[],
  timezones: ReadonlyMap<number, string>,
): Statement[] => {
  const { events, visits, visitors } = assignment;
  const { quarters, pages, values } = rollupDeltas(assignment, removed);
  const vitals = vitalDeltas(assignment, removed);
  const late = lateDays(
    {
      events: [...events, ...removed.events],
      visits: [...visits, ...asChanges(removed, timezones)],
    },
    Date.now(),
  );
  const statements: readonly (readonly [rows: number, make: () => Statement])[] = [
    [removed.visits.length, () => deleteEvents(removed.visits)],
    [removed.visits.length, () => deleteVisits(removed.visits)],
    [events.length, () => insertEvents(events)],
    [visits.length, () => upsertVisits(visits)],
    [visitors.length, () => upsertVisitors(visitors)],
    [quarters.length, () => upsertQuarters(quarters)],
    [pages.length, () => upsertPages(pages)],
    [values.length, () => upsertValues(values)],
    [vitals.length, () => upsertVitals(vitals)],
    [late.length, () => countLateWrites(late)],
    [drops.length, () => countDrops(drops)],
  ];
  return statements.filter(([rows]) => rows > 0).map(([, make]) => make());
};
