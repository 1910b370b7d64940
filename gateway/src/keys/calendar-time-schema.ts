import Joi from 'joi';

import { isCalendarTime } from './calendar-time.ts';

/**
 * A time in ISO 8601. JavaScript would read 30 February as 2 March, so the day is checked against
 * the calendar.
 */
export const calendarTime = Joi.string()
  .isoDate()
  .custom((value: string, helpers) => (isCalendarTime(value) ? value : helpers.error('string.isoDate')));
