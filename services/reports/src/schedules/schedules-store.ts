import type { Database } from '@platform/database';
import type { Language } from '@platform/errors';

import type { Frequency, Schedule, ScheduleSettings } from './schedule.ts';

interface ScheduleRow {
  id: number;
  organisation: string;
  report_id: number;
  frequency: Frequency;
  email: 0 | 1;
  email_recipients: string | null;
  language: Language;
  next_at: Date;
  last_at: Date | null;
  created_at: Date;
}

export interface SchedulesStore {
  insert(organisation: string, reportId: number, settings: ScheduleSettings): Promise<Schedule>;
  /** A changed frequency counts from now. @returns undefined when there is no such schedule */
  update(organisation: string, id: number, settings: ScheduleSettings): Promise<Schedule | undefined>;
  find(organisation: string, id: number): Promise<Schedule | undefined>;
  /** Newest first. */
  list(
    organisation: string,
    page: number,
    perPage: number,
  ): Promise<{ schedules: readonly Schedule[]; total: number }>;
  /** @returns false when there is no such schedule */
  remove(organisation: string, id: number): Promise<boolean>;
  /**
   * Takes the schedules that are due, for ten minutes: one that isn't finished by then is due again,
   * as its process may have ended. Two processes never have the same one.
   */
  takeDue(limit: number): Promise<readonly TakenSchedule[]>;
  /**
   * Moves a schedule that was taken to its next time, unless it was changed meanwhile: days or weeks
   * after the time it was due, so that it stays at its time of day (in UTC). Times missed while nothing
   * ran are made up for once.
   */
  finish(taken: TakenSchedule): Promise<void>;
}

/** A schedule that is being run. */
export interface TakenSchedule extends Schedule {
  /** When it should have run. */
  readonly dueAt: Date;
}

const PERIOD = "CASE :frequency WHEN 'daily' THEN interval '24 hours' ELSE interval '168 hours' END";

const toSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  organisation: row.organisation,
  reportId: row.report_id,
  frequency: row.frequency,
  email: row.email,
  emailRecipients: row.email_recipients,
  language: row.language,
  nextAt: row.next_at,
  lastAt: row.last_at,
  createdAt: row.created_at,
});

/** Stores schedules in PostgreSQL. */
export const createSchedulesStore = (database: Database): SchedulesStore => ({
  async insert(organisation, reportId, settings) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `INSERT INTO schedules (organisation, report_id, frequency, email, email_recipients, language, next_at)
       VALUES (:organisation, :reportId, :frequency, :email, :emailRecipients, :language, now() + ${PERIOD})
       RETURNING *`,
      { organisation, reportId, ...settings },
    );
    const [row] = rows;
    if (!row) throw new Error('PostgreSQL returned no row for a new schedule');
    return toSchedule(row);
  },

  async update(organisation, id, settings) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `UPDATE schedules SET frequency = :frequency, email = :email, email_recipients = :emailRecipients, language = :language,
         next_at = CASE frequency WHEN :frequency THEN next_at ELSE now() + ${PERIOD} END
       WHERE organisation = :organisation AND id = :id RETURNING *`,
      { organisation, id, ...settings },
    );
    return rows[0] && toSchedule(rows[0]);
  },

  async find(organisation, id) {
    const row = await database('schedules').where({ organisation, id }).first<ScheduleRow | undefined>();
    return row && toSchedule(row);
  },

  async list(organisation, page, perPage) {
    const matching = () => database('schedules').where({ organisation });
    const [rows, counted] = await Promise.all([
      matching()
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .select<ScheduleRow[]>(),
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
       WHERE schedules.id = due.id RETURNING schedules.*, due.due_at`,
      { limit },
    );
    return rows.map((row) => ({ ...toSchedule(row), dueAt: row.due_at }));
  },

  async finish({ id, frequency, nextAt, dueAt }) {
    await database.raw(
      `UPDATE schedules SET last_at = now(), next_at = date_bin(${PERIOD}, now(), :dueAt::timestamptz) + ${PERIOD}
       WHERE id = :id AND date_trunc('milliseconds', next_at) = :nextAt::timestamptz`,
      { id, frequency, nextAt, dueAt },
    );
  },
});
