import Joi from 'joi';

import type { Frequency } from './schedule.ts';

export interface CreateScheduleBody {
  report_id: number;
  frequency: Frequency;
}

export interface ListSchedulesQuery {
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);
const frequency = Joi.string().valid('daily', 'weekly');

export const createScheduleSchema = Joi.object<CreateScheduleBody>({
  report_id: id.required().description('The report to generate again'),
  frequency: frequency.default('weekly').description('How often'),
}).meta({ component: 'CreateSchedule' });

export const listSchedulesSchema = Joi.object<ListSchedulesQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: id.default(1),
});

const time = Joi.string().isoDate();

export const scheduleAnswerSchema = Joi.object({
  id: id.required(),
  report_id: id.required(),
  frequency: frequency.required(),
  next_at: time.required(),
  last_at: time.allow(null).required(),
  created_at: time.required(),
}).meta({ component: 'Schedule' });
