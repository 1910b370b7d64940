import { useState } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Table } from '../ui/table.tsx';
import { formatValue } from './format.ts';
import type { Days, Vitals } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { scopeOf, useAnswer, useStatistics } from './use-answer.ts';

type Figure = Vitals['total']['lcp'];

const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const satisfies readonly (keyof Vitals['total'])[];

const amount = (vital: (typeof VITALS)[number], value: number): string => {
  if (vital === 'cls') return formatNumber(value, { maximumFractionDigits: 2 });
  return value < 1_000
    ? `${formatNumber(value)} ms`
    : `${formatNumber(value / 1_000, { maximumFractionDigits: 1 })} s`;
};

/** A percentile with its rating as a word as well as a colour. */
const Rated = ({ vital, figure }: { vital: (typeof VITALS)[number]; figure: Figure }) => {
  const t = statisticsTexts();
  if (!figure) return <>–</>;
  const { p75, samples, rating } = figure;
  return (
    <span title={t.samples(formatNumber(samples))}>
      <span class="rated">{amount(vital, p75)}</span>{' '}
      <span class={`rating ${rating}`}>{t.ratings[rating]}</span>
    </span>
  );
};

/** How fast pages felt to their visitors, by page or by device. */
export const WebVitals = ({ days }: { days: Days }) => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const [by, setBy] = useState<'page' | 'device'>('page');
  const scope = scopeOf(view);
  const asked = useAnswer(`vitals ${JSON.stringify([by, days, scope])}`, (source) =>
    source.vitals(days, scope, by),
  );
  const { data } = asked;
  const hasAny = data && VITALS.some((vital) => data.total[vital]);
  return (
    <section class="card" aria-labelledby="card-vitals">
      <div class="card-head">
        <h2 id="card-vitals">{t.vitals}</h2>
        {hasAny && (
          <select
            aria-label={t.dimension}
            value={by}
            onChange={(event) => {
              setBy(event.currentTarget.value === 'device' ? 'device' : 'page');
            }}
          >
            <option value="page">{t.lists.page}</option>
            <option value="device">{t.lists.device}</option>
          </select>
        )}
      </div>
      <Problem error={asked.error} retry={asked.retry} />
      {!data && asked.error === undefined && <Skeleton lines={4} />}
      {data && !hasAny && <p class="nothing">{t.noVitals}</p>}
      {data && hasAny && (
        <div class={asked.isStale ? 'stale' : ''}>
          <p class="quiet">{t.vitalsHint}</p>
          <dl class="vitals">
            {VITALS.map((vital) => (
              <div key={vital} class={data.total[vital]?.rating ?? ''}>
                <dt>
                  <abbr title={t.vitalNames[vital]}>{vital.toUpperCase()}</abbr>
                </dt>
                <dd>
                  <Rated vital={vital} figure={data.total[vital]} />
                </dd>
              </div>
            ))}
          </dl>
          <Table label={t.vitals} heads={[t.columns[by], ...VITALS.map((vital) => vital.toUpperCase())]}>
            {data.rows.map((row) => (
              <tr key={row.value}>
                <th scope="row">{formatValue(by, row.value)}</th>
                {VITALS.map((vital) => (
                  <td key={vital} class="number">
                    <Rated vital={vital} figure={row[vital]} />
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
};
