import { recipientsOf } from '@platform/mailer';
import { FOLLOWING } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import {
  created,
  createRouter,
  deleted,
  endpoint,
  integerId,
  managementDialect,
  ok,
  page,
  sayCost,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Caller } from '@platform/identity';
import { costOfGenerating } from '../reports/report.ts';
import {
  createScheduleSchema,
  listSchedulesSchema,
  scheduleAnswerSchema,
  updateScheduleSchema,
} from './schedules-schema.ts';
import type { SchedulesService } from './schedules-service.ts';

/** @param ownerEmail gets the e-mails for schedules without recipients */
const presentSchedule = (schedule: Schedule, ownerEmail: string | undefined) => ({
  id: schedule.id,
  report_id: schedule.reportId,
  url: schedule.url,
  frequency: schedule.frequency,
  weekday: schedule.times?.weekday ?? null,
  hour: schedule.times?.hour ?? null,
  timezone: schedule.times?.timezone ?? null,
  email: schedule.email,
  email_recipients: schedule.emailRecipients,
  language: schedule.language,
  email_goes_to: schedule.email === 1 ? recipientsOf(schedule.emailRecipients, ownerEmail) : [],
  next_at: schedule.nextAt.toISOString(),
  last_at: schedule.lastAt?.toISOString() ?? null,
  created_at: schedule.createdAt.toISOString(),
});

const TAG_DESCRIPTION = 'Reports that are generated again every day, week or month.';

export interface SchedulesRouterDeps {
  schedules: SchedulesService;
  /** Gets the e-mails for schedules without recipients. */
  ownerEmail: string | undefined;
}

/** `/api/v1/schedules` */
export const createSchedulesRouter = ({ schedules, ownerEmail }: SchedulesRouterDeps): ApiRouter => {
  const params = { id: integerId('schedule') };
  const present = (schedule: Schedule) => presentSchedule(schedule, ownerEmail);

  const versioned = {
    read: async ({ caller, params: { id } }: { caller: Caller; params: { id: number } }) =>
      present(await schedules.show(caller.organisation, id)),
    volatile: FOLLOWING,
    isLive: true,
  };

  return createRouter(managementDialect, { name: 'Schedules', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/schedules',
      summary: 'List schedules',
      scope: 'reports:read',
      query: listSchedulesSchema,
      responses: { 200: { description: 'A page of schedules', kind: 'page', data: scheduleAnswerSchema } },
      handler: async ({ caller, query }) => {
        const found = await schedules.list(caller.organisation, query);
        const items = found.schedules.map(present);
        return page({ items, total: found.total, number: query.page, perPage: query.per_page });
      },
    }),
    endpoint({
      method: 'POST',
      path: '/schedules',
      summary: 'Generate a report regularly',
      description:
        'At an hour and on a weekday of a time zone. Without these the first time is a day or a week from now.',
      scope: 'reports:write',
      body: createScheduleSchema,
      versioned: { volatile: FOLLOWING, isLive: true },
      responses: { 201: { description: 'The new schedule', data: scheduleAnswerSchema } },
      handler: async ({ caller, body }) => {
        const schedule = await schedules.create(caller.organisation, body);
        return created(present(schedule), `/api/v1/schedules/${schedule.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/schedules/:id',
      summary: 'Show a schedule',
      scope: 'reports:read',
      params,
      versioned,
      responses: { 200: { description: 'The schedule', data: scheduleAnswerSchema } },
      handler: async ({ caller, params: { id } }) =>
        ok(present(await schedules.show(caller.organisation, id))),
    }),
    endpoint({
      method: 'PUT',
      path: '/schedules/:id',
      summary: 'Update a schedule',
      description: 'How often, and who is told by e-mail when the report got worse.',
      scope: 'reports:write',
      params,
      body: updateScheduleSchema,
      versioned,
      responses: { 200: { description: 'The schedule as it is now', data: scheduleAnswerSchema } },
      handler: async ({ caller, params: { id }, body }) =>
        ok(present(await schedules.update(caller.organisation, id, body))),
    }),
    endpoint({
      method: 'POST',
      path: '/schedules/:id/run',
      operationId: 'schedules.run',
      summary: 'Generate the report of a schedule now',
      description: 'For instance after a deploy. The next scheduled time stays as it is.',
      scope: 'reports:write',
      params,
      responses: { 200: { description: 'The schedule', data: scheduleAnswerSchema } },
      handler: async ({ caller, params: { id }, response }) => {
        const answer = ok(present(await schedules.show(caller.organisation, id)));
        // A worker must find the report pending, so its job is enqueued after the commit.
        const afterCommit = async () => {
          const report = await schedules.run(caller.organisation, id);
          if (report.status === 'pending') sayCost(response, costOfGenerating(report));
          return answer;
        };
        return { ...answer, isOnlyBegun: true, afterCommit };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/schedules/:id',
      summary: 'Delete a schedule',
      scope: 'reports:write',
      params,
      versioned,
      responses: { 200: { description: 'What was deleted', kind: 'deleted' } },
      handler: async ({ caller, params: { id } }) => {
        await schedules.remove(caller.organisation, id);
        return deleted(id, 'schedule');
      },
    }),
  ]);
};
