import { counted } from '../counted.ts';

/** Texts about visitors who come back on the same day. */
export const returns = {
  title: 'Coming back on the same day',
  hint: 'Not retention: a visitor is known for one day, as the secret behind their number is destroyed at night. Who was here yesterday can’t be told, so there are no returning visitors across days, and no cohorts. Imported days are left out.',
  sum: (returned: string, visitors: string, share: string) =>
    `${returned} of ${counted(visitors, 'visitor', 'visitors')} (${share}) came again on the same day.`,
  byVisits: 'Visits on one day',
  visits: (count: number, isLast: boolean) => (isLast ? `${count} or more` : String(count)),
  backWithin: 'Back within',
  hours: (hours: number) => (hours === 1 ? 'an hour' : hours === 24 ? 'the day' : `${hours} hours`),
  visitors: 'Visitors',
  share: 'Share',
  nothing: 'No single visits in this period.',
};

export type ReturnsTexts = typeof returns;
