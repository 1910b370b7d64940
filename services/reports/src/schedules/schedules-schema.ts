import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import Joi from 'joi';

import { FREQUENCIES } from './schedule.ts';
import type { Frequency } from './schedule.ts';

interface TimesBody {
  weekday?: number;
  hour?: number;
  timezone?: string;
}

export interface CreateScheduleBody extends TimesBody {
  report_id: number;
  frequency: Frequency;
  email: 0 | 1;
  email_recipients?: string | null;
  language: Language;
}

export interface UpdateScheduleBody extends TimesBody {
  frequency?: Frequency;
  email?: 0 | 1;
  email_recipients?: string | null;
  language?: Language;
}

export interface ListSchedulesQuery {
  report_id?: number;
  per_page: 10 | 25 | 50 | 100;
  page: number;
}

const id = Joi.number().integer().min(1).max(2_147_483_647);
const frequency = Joi.string().valid(...FREQUENCIES);
const weekday = Joi.number().integer().min(1).max(7);
const hour = Joi.number().integer().min(0).max(23);
/** With one of them, the others are Monday, 6 and UTC unless given. */
const times = {
  weekday: weekday.description('1 is Monday, 7 Sunday'),
  hour: hour.description(
    'Hour of the day, in the time zone; without weekday, hour and timezone, a daily or weekly schedule goes by the time at which it was made',
  ),
  timezone: Joi.string().max(64).description('IANA time zone'),
};

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
  frequency: frequency
    .default('weekly')
    .description('daily; weekly; or monthly, on the first such weekday of a month'),
  ...times,
  email: email.default(1),
  email_recipients: recipients,
  language: language.default('en'),
}).meta({ component: 'CreateSchedule' });

export const updateScheduleSchema = Joi.object<UpdateScheduleBody>({
  frequency: frequency.description('How often; a change counts from now'),
  ...times,
  email,
  email_recipients: recipients,
  language,
}).meta({ component: 'UpdateSchedule' });

export const listSchedulesSchema = Joi.object<ListSchedulesQuery>({
  report_id: id.description('Only the schedules of this report'),
  per_page: Joi.number().valid(10, 25, 50, 100).default(10),
  page: id.default(1),
});

const time = Joi.string().isoDate();

export const scheduleAnswerSchema = Joi.object({
  id: id.required(),
  report_id: id.required(),
  url: Joi.string().required().description('The page of the report'),
  frequency: frequency.required(),
  weekday: weekday.allow(null).required(),
  hour: hour.allow(null).required(),
  timezone: Joi.string().allow(null).required(),
  email: email.required(),
  email_recipients: Joi.string().allow(null).required(),
  language: language.required(),
  email_goes_to: Joi.array().items(Joi.string()).required(),
  next_at: time.required(),
  last_at: time.allow(null).required(),
  created_at: time.required(),
}).meta({ component: 'Schedule' });
