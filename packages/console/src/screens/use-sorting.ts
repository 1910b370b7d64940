import type { Sorting } from '../ui/table.tsx';
import { useFilters } from './use-filters.ts';

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
