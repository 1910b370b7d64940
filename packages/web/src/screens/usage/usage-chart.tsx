import './usage-chart.css';

import type { Output } from '@platform/client';

import { dateFormat, formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Table } from '../../ui/table.tsx';

type Usage = Output<'usage.list'>;
type Item = Usage['items'][number];
export type UsageUnit = keyof Usage['total'];
type Area = Item['area'];

const AREAS = ['analytics', 'reports', 'palette', 'gateway'] as const satisfies readonly Area[];

/** Every day from the first to the last, in UTC as days are counted. */
const daysBetween = (from: string, to: string): readonly string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

const formatDay = (day: string): string =>
  dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** Adds up a unit by day and area, over all keys. */
const sumsOf = (items: readonly Item[], unit: UsageUnit): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const item of items) {
    const key = `${item.day} ${item.area}`;
    sums.set(key, (sums.get(key) ?? 0) + item[unit]);
  }
  return sums;
};

/** The days of a month as columns, in parts for the areas, with the same as a table. */
export const UsageChart = ({ usage, unit }: { usage: Usage; unit: UsageUnit }) => {
  const t = texts().usage;
  const sums = sumsOf(usage.items, unit);
  const countOf = (day: string, area: Area): number => sums.get(`${day} ${area}`) ?? 0;
  const totalOf = (day: string): number => AREAS.reduce((sum, area) => sum + countOf(day, area), 0);
  const days = daysBetween(usage.from, usage.to);
  const areas = AREAS.filter((area) => days.some((day) => countOf(day, area) > 0));
  const top = Math.max(1, ...days.map(totalOf));
  const used = days.filter((day) => totalOf(day) > 0).reverse();
  if (used.length === 0) return <p class="empty">{t.empty}</p>;
  return (
    <figure class="usage-chart">
      <p class="quiet top">{formatNumber(top)}</p>
      <div class="bars" role="img" aria-label={`${t.units[unit]}, ${t.byDay}`}>
        {days.map((day) => (
          <div key={day} title={t.onDay(formatDay(day), formatNumber(totalOf(day)))}>
            {areas.map((area) => (
              <i
                key={area}
                class={area}
                style={{ height: `${((100 * countOf(day, area)) / top).toFixed(2)}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      <p class="quiet ends">
        <span>{formatDay(usage.from)}</span>
        <span>{formatDay(usage.to)}</span>
      </p>
      <figcaption>
        {areas.map((area) => (
          <span key={area}>
            <i class={area} aria-hidden="true" /> {t.areas[area]}
          </span>
        ))}
      </figcaption>
      <details>
        <summary>{t.asTable}</summary>
        <Table
          label={t.title}
          heads={[
            t.day,
            ...areas.map((area) => ({ title: t.areas[area], isNumber: true })),
            { title: t.units[unit], isNumber: true },
          ]}
        >
          {used.map((day) => (
            <tr key={day}>
              <td>{formatDay(day)}</td>
              {areas.map((area) => (
                <td key={area}>{formatNumber(countOf(day, area))}</td>
              ))}
              <td>{formatNumber(totalOf(day))}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
};
