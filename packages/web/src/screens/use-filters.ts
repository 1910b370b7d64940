import { useLocation } from 'preact-iso';
import type { Sorting } from '../ui/table.tsx';

/** Filters of a screen that live in its address, so that a link shows what I see. */
export const useFilters = () => {
  const { path, query, route } = useLocation();
  const addressWith = (filters: Readonly<Record<string, string>>): string => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(filters))
      if (value === '') next.delete(name);
      else next.set(name, value);
    if (!('page' in filters)) next.delete('page');
    const text = next.toString();
    return text === '' ? path : `${path}?${text}`;
  };
  /** Sets filters; an empty text removes one. The list begins at its first page again. */
  const setFilters = (filters: Readonly<Record<string, string>>): void => {
    route(addressWith(filters), true);
  };
  return {
    filter: (name: string): string => query[name] ?? '',
    setFilters,
    /** Address of the screen with another filter. */
    hrefOf: (name: string, value: string): string => addressWith({ [name]: value }),
    setFilter: (name: string, value: string): void => {
      setFilters({ [name]: value });
    },
  };
};

type Direction = 'asc' | 'desc';

/** Sorting of a list, kept in the address: `sort_by` and `sort`, as the API calls them. */
export const useSorting = <By extends string>(
  columns: readonly By[],
  first: { by: By; direction: Direction },
): Omit<Sorting, 'by'> & { by: By } => {
  const { filter, setFilters } = useFilters();
  const by = columns.find((column) => column === filter('sort_by')) ?? first.by;
  const asked = filter('sort');
  const direction: Direction = asked === 'asc' || asked === 'desc' ? asked : first.direction;
  return {
    by,
    direction,
    onSort(column) {
      const next = column === by && direction === 'asc' ? 'desc' : 'asc';
      setFilters({ sort_by: column, sort: next });
    },
  };
};
