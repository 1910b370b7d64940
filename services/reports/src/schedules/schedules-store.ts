import type { Database } from '@platform/database';
import type { Language } from '@platform/errors';
import type { Frequency, Schedule, ScheduleSettings } from './schedule.ts';
import type { ListSchedulesQuery } from './schedules-schema.ts';

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

/** True if JavaScript and PostgreSQL both know a time zone by this name. */
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

interface ScheduleRow {
  id: number;
  organisation: string;
  report_id: number;
  url: string;
  frequency: Frequency;
  /** The three are there together, or none is. */
  weekday: number | null;
  hour: number | null;
  timezone: string | null;
  email: 0 | 1;
  email_recipients: string | null;
  language: Language;
  next_at: Date;
  last_at: Date | null;
  created_at: Date;
}

export interface SchedulesStore {
  insert(organisation: string, reportId: number, settings: ScheduleSettings): Promise<Schedule>;
  /** Changed times count from now. @returns undefined when there is no such schedule */
  update(organisation: string, id: number, settings: ScheduleSettings): Promise<Schedule | undefined>;
  find(organisation: string, id: number): Promise<Schedule | undefined>;
  /** Newest first. */
  list(
    organisation: string,
    query: ListSchedulesQuery,
  ): Promise<{ schedules: readonly Schedule[]; total: number }>;
  /** @returns false when there is no such schedule */
  remove(organisation: string, id: number): Promise<boolean>;
  /**
   * Takes the schedules that are due, for ten minutes: one that isn't finished by then is due again,
   * as its process may have ended. Two processes never have the same one.
   */
  takeDue(limit: number): Promise<readonly TakenSchedule[]>;
  /**
   * Moves a schedule that was taken to its next time, unless it was changed meanwhile: by its times, or
   * else days or weeks after the time it was due, so that it stays at its time of day (in UTC). Times
   * missed while nothing ran are made up for once.
   */
  finish(taken: TakenSchedule): Promise<void>;
  knowsTimezone(name: string): Promise<boolean>;
}

/** A schedule that is being run. */
export interface TakenSchedule extends Schedule {
  /** When it should have run. */
  readonly dueAt: Date;
}

const PERIOD = "CASE s.frequency WHEN 'daily' THEN interval '24 hours' ELSE interval '168 hours' END";

/** The next time of the row `s`, for one without times from a moment on. */
const nextAfter = (otherwise: string): string =>
  `CASE WHEN s.timezone IS NULL THEN ${otherwise} ELSE ${nextTime('s.')} END`;

/** Settings as the values of columns. */
const columnsOf = ({ times, ...settings }: ScheduleSettings) => ({
  ...settings,
  weekday: times?.weekday ?? null,
  hour: times?.hour ?? null,
  timezone: times?.timezone ?? null,
});

const timesOf = ({ weekday, hour, timezone }: ScheduleRow): Schedule['times'] =>
  weekday === null || hour === null || timezone === null ? null : { weekday, hour, timezone };

const toSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  organisation: row.organisation,
  reportId: row.report_id,
  url: row.url,
  frequency: row.frequency,
  times: timesOf(row),
  email: row.email,
  emailRecipients: row.email_recipients,
  language: row.language,
  nextAt: row.next_at,
  lastAt: row.last_at,
  createdAt: row.created_at,
});

/** The address of a schedule's report, as a column. */
const URL = '(SELECT url FROM reports WHERE reports.id = schedules.report_id) AS url';

/** Stores schedules in PostgreSQL. */
export const createSchedulesStore = (database: Database): SchedulesStore => ({
  async insert(organisation, reportId, settings) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `INSERT INTO schedules (organisation, report_id, frequency, weekday, hour, timezone, email, email_recipients, language, next_at)
       SELECT s.*, ${nextAfter(`now() + ${PERIOD}`)} FROM (SELECT :organisation AS organisation, CAST(:reportId AS integer),
         CAST(:frequency AS text) AS frequency, CAST(:weekday AS smallint) AS weekday, CAST(:hour AS smallint) AS hour,
         CAST(:timezone AS text) AS timezone, CAST(:email AS smallint), CAST(:emailRecipients AS text), :language) AS s
       RETURNING *, ${URL}`,
      { organisation, reportId, ...columnsOf(settings) },
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL returned no row for a new schedule');
    return toSchedule(row);
  },

  async update(organisation, id, settings) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `UPDATE schedules SET frequency = s.frequency, weekday = s.weekday, hour = s.hour, timezone = s.timezone,
         email = :email, email_recipients = :emailRecipients, language = :language,
         -- What only changes who is told doesn't take back a time that is due.
         next_at = CASE WHEN (schedules.frequency, schedules.weekday, schedules.hour, schedules.timezone)
           IS NOT DISTINCT FROM (s.frequency, s.weekday, s.hour, s.timezone) THEN next_at
           ELSE ${nextAfter(`now() + ${PERIOD}`)} END
       FROM (SELECT CAST(:frequency AS text) AS frequency, CAST(:weekday AS smallint) AS weekday, CAST(:hour AS smallint) AS hour,
         CAST(:timezone AS text) AS timezone) AS s
       WHERE organisation = :organisation AND id = :id RETURNING schedules.*, ${URL}`,
      { organisation, id, ...columnsOf(settings) },
    );
    return rows[0] && toSchedule(rows[0]);
  },

  async find(organisation, id) {
    const [row] = await database('schedules')
      .where({ organisation, id })
      .select<ScheduleRow[]>('*', database.raw(URL));
    return row && toSchedule(row);
  },

  async list(organisation, { page, per_page: perPage, report_id: reportId }) {
    const matching = () =>
      database('schedules').where({ organisation, ...(reportId !== undefined && { report_id: reportId }) });
    const [rows, counted] = await Promise.all([
      matching()
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<ScheduleRow[]>('*', database.raw(URL)),
      matching().count<{ total: string }[]>({ total: '*' }),
    ]);
    return { schedules: rows.map(toSchedule), total: Number(counted[0]?.total ?? 0) };
  },

  remove: async (organisation, id) => (await database('schedules').where({ organisation, id }).delete()) > 0,

  async takeDue(limit) {
    const { rows } = await database.raw<{ rows: (ScheduleRow & { due_at: Date })[] }>(
      `UPDATE schedules SET next_at = now() + interval '10 minutes'
       FROM (
         SELECT id, next_at AS due_at FROM schedules
         WHERE next_at <= now() ORDER BY next_at LIMIT :limit FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE schedules.id = due.id RETURNING schedules.*, ${URL}, due.due_at`,
      { limit },
    );
    return rows.map((row) => ({ ...toSchedule(row), dueAt: row.due_at }));
  },

  async finish({ id, nextAt, dueAt }) {
    await database.raw(
      `UPDATE schedules s SET last_at = now(),
         next_at = ${nextAfter(`date_bin(${PERIOD}, now(), :dueAt::timestamptz) + ${PERIOD}`)}
       WHERE id = :id AND date_trunc('milliseconds', next_at) = :nextAt::timestamptz`,
      { id, nextAt, dueAt },
    );
  },

  knowsTimezone: (name) => knowsTimezone(database, name),
});
