import { firstOf, useLoad } from '../loading/use-load.ts';
import type { Loaded } from '../loading/use-load.ts';
import { texts } from '../i18n/language.ts';
import { Select } from '../ui/field.tsx';
import { usePage } from './pager.tsx';
import type { PagerMeta } from './pager.tsx';
import { useFilters } from './use-filters.ts';

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
