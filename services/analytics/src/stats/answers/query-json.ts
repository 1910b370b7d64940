import type { QueryAnswer } from './stats-answers.ts';

/** A query’s answer as the interface shows it. */
export const toQueryJson = (answer: QueryAnswer, { page, per_page }: { page: number; per_page: number }) => ({
  rows: answer.rows.map(({ title, ...row }) => ({ ...row, ...(title === null ? {} : { title }) })),
  date_range: answer.range,
  comparison_date_range: answer.comparisonRange ?? null,
  timezone: answer.timezone,
  imported_days: answer.importedDays,
  includes_imported: answer.importedDays > 0 && answer.hasImported,
  page,
  per_page,
  total: answer.total,
});
