import type { ReturnsTexts } from '../english/returns.ts';
import { counted } from '../counted.ts';

export const returns: ReturnsTexts = {
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
