import { counted } from './phrases.ts';
import { spoken } from './spoken.ts';

/** Texts about visitors who come back on the same day. */
const english = {
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

const german: typeof english = {
  title: 'Am selben Tag wiedergekommen',
  hint: 'Keine Wiederkehr über Tage: Ein Besucher ist einen Tag lang bekannt, denn nachts wird das Geheimnis hinter seiner Nummer vernichtet. Wer gestern da war, lässt sich nicht sagen; darum gibt es weder wiederkehrende Besucher über Tage hinweg noch Kohorten. Importierte Tage zählen nicht mit.',
  sum: (returned, visitors, share) =>
    `${returned} von ${counted(visitors, 'Besucher', 'Besuchern')} (${share}) ${returned === '1' ? 'kam' : 'kamen'} am selben Tag wieder.`,
  byVisits: 'Besuche an einem Tag',
  visits: (count, isLast) => (isLast ? `${count} oder mehr` : String(count)),
  backWithin: 'Wieder da binnen',
  hours: (hours) => (hours === 1 ? 'einer Stunde' : hours === 24 ? 'des Tages' : `${hours} Stunden`),
  visitors: 'Besucher',
  share: 'Anteil',
  nothing: 'Keine einzelnen Besuche in diesem Zeitraum.',
};

/** The texts of visitors who come back in the present language. */
export const returnsTexts = (): typeof english => spoken({ en: english, de: german });
