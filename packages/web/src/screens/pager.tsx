import './pager.css';

import { useEffect } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/language.ts';
import { useFilters } from './use-filters.ts';

/** Numbers of items on a page that the API knows. */
const SIZES = [10, 25, 50, 100] as const;
type Size = (typeof SIZES)[number];

/** The page of a list that the address names: `page` and `per_page`. */
export const usePage = (first: Size = 25): { page: number; per_page: Size } => {
  const { filter } = useFilters();
  const page = Number(filter('page'));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    per_page: SIZES.find((size) => String(size) === filter('per_page')) ?? first,
  };
};

/** Where a page of a list is, as the API says it. */
export interface PagerMeta {
  current_page: number;
  last_page: number;
  total: number;
  per_page: number;
  from: number | null;
  to: number | null;
}

interface PagerProps {
  meta: PagerMeta | undefined;
}

/**
 * Leads through a numbered list: how many there are, how many at once, and any page. An address with
 * a page behind the last one leads to the last one.
 */
export const Pager = ({ meta }: PagerProps) => {
  const t = texts().pager;
  const { setFilter, setFilters } = useFilters();
  const isBehind = meta !== undefined && meta.current_page > meta.last_page;
  useEffect(() => {
    if (isBehind) setFilter('page', String(Math.max(1, meta.last_page)));
  }, [isBehind]);
  if (!meta || isBehind || meta.total <= SIZES[0]) return null;
  const { current_page: current, last_page: last, per_page: size, from, to, total } = meta;
  const go = (page: number): void => {
    setFilter('page', String(Math.min(Math.max(1, page), last)));
  };
  return (
    <nav class="pager" aria-label={t.pages}>
      <span role="status">
        {t.range(formatNumber(from ?? 0), formatNumber(to ?? 0), formatNumber(total))}
      </span>
      <span class="pages">
        <button
          type="button"
          disabled={current <= 1}
          aria-label={texts().previousPage}
          onClick={() => {
            go(current - 1);
          }}
        >
          ←
        </button>
        <label>
          <span class="unseen">{t.page}</span>
          <input
            // Begun anew on another page, so that it shows that page's number.
            key={current}
            type="number"
            min={1}
            max={last}
            defaultValue={String(current)}
            onChange={(event) => {
              go(Math.trunc(Number(event.currentTarget.value)) || current);
            }}
          />
        </label>
        <span>{t.of(formatNumber(last))}</span>
        <button
          type="button"
          disabled={current >= last}
          aria-label={texts().nextPage}
          onClick={() => {
            go(current + 1);
          }}
        >
          →
        </button>
      </span>
      <label class="size">
        {t.perPage}{' '}
        <select
          value={String(size)}
          onChange={(event) => {
            setFilters({ per_page: event.currentTarget.value });
          }}
        >
          {SIZES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
};
