import type { Database } from '@platform/database';

/**
 * SQL for the next time of a schedule after now. Days are those of its time zone; an hour that a change of
 * clocks leaves out comes an hour later that day.
 * @param of the row with the columns frequency, weekday, hour and timezone, and its dot
 */
export const nextTime = (of: string): string => `(
  SELECT min(t) FROM (
    SELECT day, (day + make_interval(hours => ${of}hour)) AT TIME ZONE ${of}timezone AS t
    FROM generate_series(
      date_trunc('day', now() AT TIME ZONE ${of}timezone), date_trunc('day', now() AT TIME ZONE ${of}timezone) + interval '62 days',
      interval '1 day') day
  ) days
  WHERE t > now() AND (${of}frequency = 'daily' OR (extract(isodow FROM day) = ${of}weekday
    AND (${of}frequency = 'weekly' OR extract(day FROM day) <= 7))))`;

/** Whether JavaScript and PostgreSQL both know a time zone by this name. */
export const knowsTimezone = async (database: Database, name: string): Promise<boolean> => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
  } catch {
    return false;
  }
  const { rows } = await database.raw<{ rows: object[] }>(
    'SELECT FROM pg_timezone_names WHERE name = :name',
    { name },
  );
  return rows.length > 0;
};
