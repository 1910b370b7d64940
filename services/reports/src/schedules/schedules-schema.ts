import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import Joi from 'joi';

import type { Frequency } from './schedule.ts';

export interface CreateScheduleBody {
  report_id: number;
  frequency: Frequency;
  email: 0 | 1;
  email_recipients?: string | null;
  language: Language;
}

export interface UpdateScheduleBody {
  frequency?: Frequency;
  email?: 0 | 1;
  email_recipients?: string | null;
  language?: Language;
}

export interface ListSchedulesQuery {
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);
const frequency = Joi.string().valid('daily', 'weekly');

const email = Joi.number().valid(0, 1).description('1: an e-mail is sent when the report gets worse');
const recipients = Joi.string()
  .allow('', null)
  .max(20_000)
  .description('E-mail addresses, one per line; the owner of the installation by default');

const language = Joi.string()
  .valid(...LANGUAGES)
  .description('Language of the e-mails: en, English; de, German');

export const createScheduleSchema = Joi.object<CreateScheduleBody>({
  report_id: id.required().description('The report to generate again'),
  frequency: frequency.default('weekly').description('How often'),
  email: email.default(1),
  email_recipients: recipients,
  language: language.default('en'),
}).meta({ component: 'CreateSchedule' });

export const updateScheduleSchema = Joi.object<UpdateScheduleBody>({
  frequency: frequency.description('How often; a change counts from now'),
  email,
  email_recipients: recipients,
  language,
}).meta({ component: 'UpdateSchedule' });

export const listSchedulesSchema = Joi.object<ListSchedulesQuery>({
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: id.default(1),
});

const time = Joi.string().isoDate();

export const scheduleAnswerSchema = Joi.object({
  id: id.required(),
  report_id: id.required(),
  frequency: frequency.required(),
  email: email.required(),
  email_recipients: Joi.string().allow(null).required(),
  language: language.required(),
  email_goes_to: Joi.array().items(Joi.string()).required(),
  next_at: time.required(),
  last_at: time.allow(null).required(),
  created_at: time.required(),
}).meta({ component: 'Schedule' });
