/**
 * True if an ISO 8601 text names a day that exists. `new Date` turns 30 February into 2 March
 * without a word, and knows a year 0, which the calendar (and PostgreSQL) doesn't.
 *
 * @example
 * isCalendarTime('2027-02-30T00:00:00Z'); // false
 */
export const isCalendarTime = (text: string): boolean => {
  if (Number.isNaN(Date.parse(text))) return false;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (day === undefined) return true;
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(year) > 0 && Number(day) <= lastDay;
};
