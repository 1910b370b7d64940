import './pager.css';

import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/language.ts';
import { firstOf, useLoad } from '../loading/load.tsx';
import type { Loaded } from '../loading/load.tsx';
import { Select } from '../ui/field.tsx';
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

/** The items of a page; undefined behind the last one, from where the pager leads back. */
export const itemsOf = <Item,>(
  page: { items: readonly Item[]; meta: PagerMeta } | undefined,
): readonly Item[] | undefined =>
  page && page.items.length === 0 && page.meta.total > 0 ? undefined : page?.items;

interface PagerProps {
  meta: PagerMeta | undefined;
}

/**
 * Leads through a numbered list: how many there are, how many at once, and any page. An address with
 * a page behind the last one leads to the last one.
 */
export const Pager = ({ meta }: PagerProps) => {
  const t = texts().pager;
  const { setFilter, setFilters, hrefOf } = useFilters();
  const { route } = useLocation();
  const isBehind = meta !== undefined && meta.current_page > meta.last_page;
  useEffect(() => {
    if (isBehind) setFilter('page', String(Math.max(1, meta.last_page)));
  }, [isBehind]);
  if (!meta || isBehind || meta.total <= SIZES[0]) return null;
  const { current_page: current, last_page: last, per_page: size, from, to, total } = meta;
  const go = (page: number): void => {
    // Back leads to the page before.
    route(hrefOf('page', String(Math.min(Math.max(1, page), last))));
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

/** As much as one request brings. */
const FIRST = 100;
/** Nobody leafs through more; searching finds the rest. */
const MOST = 2_000;

interface WholeList<Item> extends Loaded<readonly Item[]> {
  /** False while only the beginning is there. */
  readonly isWhole: boolean;
}

/**
 * Loads a list that the platform hands out bit by bit, so that it can be counted, sorted and leafed
 * through here. The beginning is there after one request.
 */
export const useWholeList = <Item,>(key: string, list: () => AsyncIterable<Item>): WholeList<Item> => {
  const first = useLoad(key, () => firstOf(list(), FIRST));
  const hasMore = first.data?.length === FIRST;
  const rest = useLoad(`${key} ${hasMore ? 'whole' : 'begun'}`, async () =>
    hasMore ? firstOf(list(), MOST) : undefined,
  );
  return {
    data: rest.data ?? first.data,
    error: first.error ?? rest.error,
    isWhole: first.data !== undefined && (!hasMore || rest.data !== undefined),
    reload() {
      first.reload();
      rest.reload();
    },
  };
};

interface ListPage<Item> {
  /** Undefined while the page is on its way. */
  readonly shown: readonly Item[] | undefined;
  readonly meta: PagerMeta | undefined;
}

/** The part of a list that the address names by `page` and `per_page`. */
export const usePageOf = <Item,>(items: readonly Item[] | undefined, isWhole: boolean): ListPage<Item> => {
  const { page, per_page: size } = usePage();
  if (!items) return { shown: undefined, meta: undefined };
  const from = (page - 1) * size;
  const shown = items.slice(from, from + size);
  const isThere = shown.length > 0;
  const meta = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(items.length / size)),
    total: items.length,
    per_page: size,
    from: isThere ? from + 1 : null,
    to: isThere ? from + shown.length : null,
  };
  const isEmpty = isWhole && items.length === 0;
  // How many there are is not known before all of them are there.
  return { shown: isThere || isEmpty ? shown : undefined, meta: isWhole ? meta : undefined };
};

/** Orders of a list that the platform hands out newest first. */
const ORDERS = ['newest', 'oldest', 'name'] as const;

/** The order that the address names by `sort`. */
export const useOrder = <Named,>(nameOf: (item: Named) => string) => {
  const { filter, setFilter } = useFilters();
  const order = ORDERS.find((one) => one === filter('sort')) ?? 'newest';
  return {
    order,
    setOrder: (next: string): void => {
      setFilter('sort', next === 'newest' ? '' : next);
    },
    sorted<Item extends Named>(items: readonly Item[]): readonly Item[] {
      if (order === 'newest') return items;
      if (order === 'oldest') return items.toReversed();
      return items.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }));
    },
  };
};

/** Chooses the order of a list. */
export const OrderChoice = (props: { order: (typeof ORDERS)[number]; onChoose: (order: string) => void }) => {
  const t = texts().bulk;
  return (
    <Select
      label={t.sortedBy}
      chosen={props.order}
      options={[
        ['newest', t.newest],
        ['oldest', t.oldest],
        ['name', t.byName],
      ]}
      onChange={(event) => {
        props.onChoose(event.currentTarget.value);
      }}
    />
  );
};
