import { formatNumber, formatShare } from '../i18n/format.ts';
import { returnsTexts } from '../i18n/returns.ts';
import { Problem } from '../ui/problem.tsx';
import { Table } from '../ui/table.tsx';
import type { Days, Returns as Answer } from './source.ts';
import { scopeOf, useAnswer, useStatistics } from './use-answer.ts';
import { Waiting } from './waiting.tsx';

const shareOf = (part: number, whole: number): string => (whole === 0 ? '–' : formatShare(part / whole));

interface Line {
  readonly name: string;
  readonly visitors: number;
}

const Lines = ({ label, lines, of }: { label: string; lines: readonly Line[]; of: number }) => {
  const t = returnsTexts();
  return (
    <Table
      label={label}
      heads={[label, { title: t.visitors, isNumber: true }, { title: t.share, isNumber: true }]}
    >
      {lines.map(({ name, visitors }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td class="number">{formatNumber(visitors)}</td>
          <td class="number">{shareOf(visitors, of)}</td>
        </tr>
      ))}
    </Table>
  );
};

const Figures = ({ data }: { data: Answer }) => {
  const t = returnsTexts();
  const { visitors, returned } = data;
  const last = data.by_visits.at(-1)?.visits;
  return (
    <>
      <p>{t.sum(formatNumber(returned), formatNumber(visitors), shareOf(returned, visitors))}</p>
      <div class="cards-grid">
        <Lines
          label={t.byVisits}
          of={visitors}
          lines={data.by_visits.map(({ visits, visitors: count }) => ({
            name: t.visits(visits, visits === last),
            visitors: count,
          }))}
        />
        <Lines
          label={t.backWithin}
          of={visitors}
          lines={data.back_within.map(({ hours, visitors: count }) => ({
            name: t.hours(hours),
            visitors: count,
          }))}
        />
      </div>
    </>
  );
};

/** How many visitors came more than once on one day, and why nothing is known beyond it. */
export const Returns = ({ days }: { days: Days }) => {
  const t = returnsTexts();
  const { source, view } = useStatistics();
  const { returns } = source;
  const scope = scopeOf(view);
  const asked = useAnswer(
    returns && `returns ${JSON.stringify([days, scope])}`,
    () => returns?.(days, scope) ?? Promise.reject(new Error('It is not asked.')),
    'returns',
  );
  if (!returns) return null;
  const { data } = asked;
  return (
    <section class="card" aria-labelledby="card-returns">
      <h2 id="card-returns">{t.title}</h2>
      <p class="quiet">{t.hint}</p>
      <Problem error={asked.error} retry={asked.retry} />
      {!data && asked.error === undefined && <Waiting part="returns" lines={4} />}
      {data?.visitors === 0 && <p class="nothing">{t.nothing}</p>}
      {data && data.visitors > 0 && (
        <div class={asked.isStale ? 'stale' : ''}>
          <Figures data={data} />
        </div>
      )}
    </section>
  );
};
