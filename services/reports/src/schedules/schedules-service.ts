import { invalid, notFound } from '@platform/errors';
import { toAppError } from '@platform/http';
import { faultOfRecipients, splitRecipients } from '@platform/mailer';
import type { Logger } from '@platform/runtime';

import type { Report } from '../reports/report.ts';
import type { ReportsService } from '../reports/reports-service.ts';
import { USUAL_TIMES } from './schedule.ts';
import type { Schedule, Times } from './schedule.ts';
import type { CreateScheduleBody, ListSchedulesQuery, UpdateScheduleBody } from './schedules-schema.ts';
import type { SchedulesStore } from './schedules-store.ts';

export interface SchedulesServiceDeps {
  store: SchedulesStore;
  reports: Pick<ReportsService, 'show' | 'update' | 'generate'>;
  logger: Logger;
}

/** Methods with an organisation throw AppError `not_found` for another organisation’s schedule. */
export interface SchedulesService {
  /** @throws AppError `invalid` when the organisation has no such report, or for a recipient or a time zone */
  create(organisation: string, body: CreateScheduleBody): Promise<Schedule>;
  show(organisation: string, id: number): Promise<Schedule>;
  list(
    organisation: string,
    query: ListSchedulesQuery,
  ): Promise<{ schedules: readonly Schedule[]; total: number }>;
  /**
   * Changes the given fields. @throws AppError `invalid` for a recipient that isn't an e-mail
   * address, or an unknown time zone
   */
  update(organisation: string, id: number, body: UpdateScheduleBody): Promise<Schedule>;
  remove(organisation: string, id: number): Promise<void>;
  /** Generates the report now, after a deploy for instance. Its next time stays. */
  run(organisation: string, id: number): Promise<Report>;
  /** Generates every report that is due. */
  runDue(): Promise<void>;
}

const BATCH = 100;

/** True for faults that say nothing about the schedule: PostgreSQL was away, for instance. */
const isPassing = (error: unknown): boolean => ['internal', 'unavailable'].includes(toAppError(error).kind);

/** Recipients as they are stored; null for none. @throws AppError `invalid` */
const storedRecipients = (text: string | null | undefined): string | null => {
  const lines = splitRecipients(text ?? '');
  const fault = faultOfRecipients(lines);
  if (fault !== null) throw invalid([{ field: 'email_recipients', message: `email_recipients ${fault}` }]);
  return lines.length === 0 ? null : lines.join('\n');
};

/** The use cases of schedules. */
export const createSchedulesService = ({
  store,
  reports,
  logger,
}: SchedulesServiceDeps): SchedulesService => {
  const show = async (organisation: string, id: number): Promise<Schedule> => {
    const schedule = await store.find(organisation, id);
    if (!schedule) throw notFound('schedule');
    return schedule;
  };
  /** The times that a body asks for. A month has no length to go by, so a monthly schedule has times anyway. */
  const timesOf = async (
    current: Times | null,
    { weekday, hour, timezone, frequency }: UpdateScheduleBody,
  ): Promise<Times | null> => {
    if (timezone !== undefined && !(await store.knowsTimezone(timezone)))
      throw invalid([
        { field: 'timezone', message: 'timezone must be an IANA time zone such as Europe/Berlin' },
      ]);
    const isAsked = weekday !== undefined || hour !== undefined || timezone !== undefined;
    if (current === null && !isAsked && frequency !== 'monthly') return null;
    const before = current ?? USUAL_TIMES;
    return {
      weekday: weekday ?? before.weekday,
      hour: hour ?? before.hour,
      timezone: timezone ?? before.timezone,
    };
  };
  const generate = async ({ organisation, reportId }: Schedule): Promise<Report> => {
    const changed = await reports.update(organisation, reportId, { results: 1 });
    if (changed.report.status === 'pending') await reports.generate(changed, 0);
    return changed.report;
  };

  return {
    async create(organisation, body) {
      const { report_id: reportId, frequency, email, language } = body;
      const emailRecipients = storedRecipients(body.email_recipients);
      const times = await timesOf(null, body);
      await reports.show(organisation, reportId).catch((error: unknown) => {
        if (toAppError(error).kind !== 'not_found') throw error;
        throw invalid([{ field: 'report_id', message: 'report_id must be a report of yours' }]);
      });
      return store.insert(organisation, reportId, { frequency, times, email, emailRecipients, language });
    },
    show,
    list: (organisation, query) => store.list(organisation, query),
    async update(organisation, id, body) {
      const { frequency, times, email, emailRecipients, language } = await show(organisation, id);
      const changed = await store.update(organisation, id, {
        frequency: body.frequency ?? frequency,
        times: await timesOf(times, body),
        email: body.email ?? email,
        language: body.language ?? language,
        emailRecipients:
          body.email_recipients === undefined ? emailRecipients : storedRecipients(body.email_recipients),
      });
      if (!changed) throw notFound('schedule');
      return changed;
    },
    async remove(organisation, id) {
      if (!(await store.remove(organisation, id))) throw notFound('schedule');
    },
    async run(organisation, id) {
      return generate(await show(organisation, id));
    },
    async runDue() {
      const due = await store.takeDue(BATCH);
      for (const schedule of due)
        try {
          await generate(schedule);
          await store.finish(schedule);
        } catch (error) {
          logger.error({ err: error, schedule: schedule.id }, 'could not run a schedule');
          // Tried again in ten minutes if that may help.
          if (!isPassing(error)) await store.finish(schedule).catch(() => undefined);
        }
    },
  };
};
