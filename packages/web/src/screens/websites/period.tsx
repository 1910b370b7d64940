import { texts } from '../../i18n/language.ts';
import { Select } from '../../ui/field.tsx';
import { useFilters } from '../use-filters.ts';

const DAY_MILLISECONDS = 86_400_000;
const CHOICES = [7, 30, 90] as const;

/** Days up to today, as the website's zone has them. */
export interface Period {
  readonly days: number;
  /** The first day, such as `2026-11-21`. */
  readonly from: string;
}

/** The day of a time in a zone, such as `2026-11-21`. */
export const dayIn = (timezone: string, time: number): string =>
  // Swedish writes days as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(time);

/** The period that the address names, so that all parts of a website count the same days. */
export const usePeriod = (timezone: string): Period => {
  const { filter } = useFilters();
  const days = CHOICES.find((one) => String(one) === filter('days')) ?? 30;
  return { days, from: dayIn(timezone, Date.now() - (days - 1) * DAY_MILLISECONDS) };
};

/** Says which days are counted, and counts others. */
export const PeriodChoice = ({ period }: { period: Period }) => {
  const t = texts().website;
  const { setFilter } = useFilters();
  return (
    <Select
      label={t.period}
      chosen={String(period.days)}
      options={CHOICES.map((days) => [String(days), t.lastDays(days)])}
      onChange={(event) => {
        setFilter('days', event.currentTarget.value);
      }}
    />
  );
};
