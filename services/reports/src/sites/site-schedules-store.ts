import type { Database } from '@platform/database';
import { knowsTimezone, nextTime } from '../schedules/schedules-store.ts';
import type { ScheduleSettings, SiteSchedule } from './site.ts';

interface ScheduleRow {
  site_id: number;
  organisation: string;
  frequency: SiteSchedule['frequency'];
  weekday: number;
  hour: number;
  timezone: string;
  email: 0 | 1;
  email_recipients: string | null;
  language: SiteSchedule['language'];
  next_at: Date;
  last_at: Date | null;
}

export interface SiteSchedulesStore {
  /** Sets a site's schedule, in the place of the one that it has. */
  put(organisation: string, siteId: number, settings: ScheduleSettings): Promise<SiteSchedule>;
  /** The schedules of these sites. */
  of(siteIds: readonly number[]): Promise<ReadonlyMap<number, SiteSchedule>>;
  /** @returns false when the site has no schedule */
  remove(siteId: number): Promise<boolean>;
  /**
   * Takes the schedules that are due, and sets each to its next time: what nobody ran at its time is made
   * up for once. Two processes never have the same one.
   */
  takeDue(limit: number): Promise<readonly SiteSchedule[]>;
  /** Makes a schedule that was taken due again in ten minutes. */
  postpone(siteId: number): Promise<void>;
  knowsTimezone(name: string): Promise<boolean>;
}

const toSchedule = (row: ScheduleRow): SiteSchedule => ({
  siteId: row.site_id,
  organisation: row.organisation,
  frequency: row.frequency,
  weekday: row.weekday,
  hour: row.hour,
  timezone: row.timezone,
  email: row.email,
  emailRecipients: row.email_recipients,
  language: row.language,
  nextAt: row.next_at,
  lastAt: row.last_at,
});

/** Stores the schedules of sites in PostgreSQL. */
export const createSiteSchedulesStore = (database: Database): SiteSchedulesStore => ({
  async put(organisation, siteId, settings) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `INSERT INTO site_schedules AS s
         (site_id, organisation, frequency, weekday, hour, timezone, email, email_recipients, language, next_at)
       SELECT new.*, ${nextTime('new.')} FROM (SELECT CAST(:siteId AS integer) AS site_id, :organisation AS organisation,
         :frequency AS frequency, CAST(:weekday AS smallint) AS weekday, CAST(:hour AS smallint) AS hour, CAST(:timezone AS text) AS timezone,
         CAST(:email AS smallint), CAST(:emailRecipients AS text), :language) AS new
       ON CONFLICT (site_id) DO UPDATE SET frequency = excluded.frequency, weekday = excluded.weekday, hour = excluded.hour,
         timezone = excluded.timezone, email = excluded.email, email_recipients = excluded.email_recipients,
         language = excluded.language,
         -- What only changes who is told doesn't take back a time that is due.
         next_at = CASE WHEN (s.frequency, s.weekday, s.hour, s.timezone)
           = (excluded.frequency, excluded.weekday, excluded.hour, excluded.timezone) THEN s.next_at ELSE excluded.next_at END
       RETURNING *`,
      { organisation, siteId, ...settings },
    );
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL returned no row for a schedule');
    return toSchedule(row);
  },

  async of(siteIds) {
    const rows = await database('site_schedules').whereIn('site_id', siteIds).select<ScheduleRow[]>();
    return new Map(rows.map((row) => [row.site_id, toSchedule(row)]));
  },

  remove: async (siteId) => (await database('site_schedules').where({ site_id: siteId }).delete()) > 0,

  async takeDue(limit) {
    const { rows } = await database.raw<{ rows: ScheduleRow[] }>(
      `UPDATE site_schedules s SET last_at = now(), next_at = ${nextTime('s.')}
       WHERE site_id IN (
         SELECT site_id FROM site_schedules WHERE next_at <= now() ORDER BY next_at LIMIT :limit FOR UPDATE SKIP LOCKED)
       RETURNING s.*`,
      { limit },
    );
    return rows.map(toSchedule);
  },

  async postpone(siteId) {
    await database.raw(
      `UPDATE site_schedules SET next_at = least(next_at, now() + interval '10 minutes') WHERE site_id = :siteId`,
      { siteId },
    );
  },

  knowsTimezone: (name) => knowsTimezone(database, name),
});
