import { formatNumber } from '../../../i18n/format.ts';
import { Table } from '../../../ui/table.tsx';
import { statisticsTexts } from '../../../statistics/texts.ts';
import type { MeasuredPage } from './read-fixes.ts';
import { acrossTexts } from '../../../i18n/across.ts';

type Field = NonNullable<MeasuredPage['field']>['lcp'];

/** Metrics that both measure; a report's browser has nobody who interacts. */
const BOTH = ['lcp', 'cls', 'ttfb'] as const;

const BADGES = { good: 'good', needs_improvement: 'decent', poor: 'bad' } as const;

const amount = (vital: (typeof BOTH)[number] | 'inp', value: number): string => {
  if (vital === 'cls') return formatNumber(value, { maximumFractionDigits: 2 });
  return value < 1_000
    ? `${formatNumber(Math.round(value))} ms`
    : `${formatNumber(value / 1_000, { maximumFractionDigits: 1 })} s`;
};

const OfVisitors = ({
  vital,
  figure,
}: {
  vital: (typeof BOTH)[number] | 'inp';
  figure: Field | undefined;
}) => {
  const t = statisticsTexts();
  if (!figure) return <>–</>;
  return (
    <span title={t.samples(formatNumber(figure.samples))}>
      {amount(vital, figure.p75)}{' '}
      <span class={`badge ${BADGES[figure.rating]}`}>{t.ratings[figure.rating]}</span>
    </span>
  );
};

/** The vitals that a page's visitors had beside those that its report measured. */
export const FieldAndLab = ({ pages }: { pages: readonly MeasuredPage[] }) => {
  const t = acrossTexts().fixes;
  if (pages.length === 0) return null;
  return (
    <section>
      <h2>{t.vitals}</h2>
      <p class="quiet">{t.vitalsHint}</p>
      <Table
        label={t.vitals}
        heads={[
          t.page,
          ...BOTH.flatMap((vital) => [
            { title: `${vital.toUpperCase()}, ${t.field}`, isNumber: true },
            { title: `${vital.toUpperCase()}, ${t.lab}`, isNumber: true },
          ]),
          { title: `INP, ${t.field}`, isNumber: true },
        ]}
      >
        {pages.map(({ page, report, lab, field }) => (
          <tr key={page}>
            <th scope="row">
              <a href={`/console/reports/${report}`}>{page}</a>
            </th>
            {BOTH.flatMap((vital) => [
              <td key={`${vital} field`} class="number">
                <OfVisitors vital={vital} figure={field?.[vital]} />
              </td>,
              <td key={`${vital} lab`} class="number">
                {typeof lab?.[vital] === 'number' ? amount(vital, lab[vital]) : '–'}
              </td>,
            ])}
            <td class="number">
              <OfVisitors vital="inp" figure={field?.inp} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
