/** A calendar day as `YYYY-MM-DD`; sorts as text. */
export type LocalDay = string;

const DAY = 86_400_000;

const format = (instant: number): LocalDay => new Date(instant).toISOString().slice(0, 10);

/** The day a number of days later, or earlier when negative. */
export const addDays = (day: LocalDay, days: number): LocalDay =>
  format(Date.parse(`${day}T00:00:00Z`) + days * DAY);

/** The same day a number of months later; the month's last day where that month is shorter. */
export const addMonths = (day: LocalDay, months: number): LocalDay => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return format(Date.UTC(year, month - 1 + months, Math.min(date, last)));
};

/** Days from one day to another; 0 for the same day. */
export const daysBetween = (from: LocalDay, to: LocalDay): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** Monday is 1, Sunday 7 (ISO 8601). */
export const weekday = (day: LocalDay): number => new Date(day).getUTCDay() || 7;

/** Days on which a website's weeks may begin. */
export const WEEK_STARTS = ['monday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** The first day of the week that a day belongs to. */
export const startOfWeek = (day: LocalDay, weekStart: WeekStart = 'monday'): LocalDay =>
  addDays(day, weekStart === 'sunday' ? -(weekday(day) % 7) : 1 - weekday(day));

/** True for a day that exists: `2026-02-30` doesn't, and there was no year 0. */
export const isLocalDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
