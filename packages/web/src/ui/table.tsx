import './table.css';

import { createContext, toChildArray } from 'preact';
import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useContext, useEffect, useState } from 'preact/hooks';

/** True where long lists may be drawn a few entries at a time: not on pages that a server has drawn. */
export const DrawsGradually = createContext(false);

/** As many fit a window; drawing them takes a slow phone less than a tenth of a second. */
const DRAWN_AT_ONCE = 15;

/**
 * How many of the entries of a list are to be drawn by now. The first are on the screen before the others
 * are begun, so that a click that opens a long list, or comes meanwhile, is answered at once.
 */
export const useGradually = (count: number): number => {
  const isGradual = useContext(DrawsGradually);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const isWhole = !isGradual || drawn >= count;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => {
      setDrawn(drawn + DRAWN_AT_ONCE);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [isWhole, drawn]);
  return isWhole ? count : drawn;
};

/** How a list is sorted, and what sorts it otherwise. */
export interface Sorting {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string) => void;
}

interface Column {
  readonly title: string;
  /** The order that a click on the head asks for. */
  readonly sortBy?: string;
  /** True for figures, which stand under each other by their last digit. */
  readonly isNumber?: boolean;
}

type Head = string | Column;

interface TableProps {
  /** Names the table for those who can't see it. */
  label: string;
  /** Titles of the columns; an empty one is a column of buttons. */
  heads: readonly Head[];
  sorting?: Sorting;
  children: ComponentChildren;
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: ' ↑', desc: ' ↓' } as const;

/** True on phones, where each row is laid out as a card: some browsers then see no table any more. */
const isNarrow = signal(false);
// A server renders pages for every width.
if (typeof matchMedia === 'function') {
  const narrow = matchMedia('(max-width: 40rem)');
  const follow = (): void => {
    isNarrow.value = narrow.matches;
  };
  narrow.addEventListener('change', follow);
  follow();
}

const HeadCell = ({ head, sorting }: { head: Column; sorting: Sorting | undefined }) => {
  const { title, sortBy, isNumber } = head;
  if (title === '') return <td />;
  const number = isNumber ? 'number' : undefined;
  if (sortBy === undefined || !sorting)
    return (
      <th scope="col" class={number}>
        {title}
      </th>
    );
  const direction = sortBy === sorting.by ? sorting.direction : undefined;
  return (
    <th scope="col" class={number} aria-sort={direction && ARIA[direction]}>
      <button
        type="button"
        onClick={() => {
          sorting.onSort(sortBy);
        }}
      >
        {title}
        <span aria-hidden="true">{direction && ARROWS[direction]}</span>
      </button>
    </th>
  );
};

/** Says what a row and its cells are, where they are laid out as something else. */
const setRole = (element: HTMLElement, role: string): void => {
  const wanted = isNarrow.value ? role : null;
  if (element.role !== wanted) element.role = wanted;
};

/** A table that scrolls by itself, with its heads in view; on phones each row is a card. */
export const Table = ({ label, heads, sorting, children }: TableProps) => {
  const columns = heads.map((head) => (typeof head === 'string' ? { title: head } : head));
  const rows = toChildArray(children);
  const drawn = useGradually(rows.length);
  const role = <Role extends 'table' | 'rowgroup'>(name: Role): Role | undefined =>
    isNarrow.value ? name : undefined;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table
        class="list"
        role={role('table')}
        ref={(table) => {
          for (const row of table?.tBodies[0]?.rows ?? []) {
            setRole(row, 'row');
            [...row.cells].forEach((cell, place) => {
              setRole(cell, 'cell');
              // On phones each value has the title of its column beside it.
              const { title = '', isNumber = false } = columns[place] ?? {};
              // Writing what is there already would have the styles of all rows found anew.
              if (cell.dataset['head'] !== title) cell.dataset['head'] = title;
              if (cell.hasAttribute('data-number') !== isNumber) cell.toggleAttribute('data-number');
            });
          }
        }}
      >
        <thead>
          <tr>
            {columns.map((head, index) => (
              <HeadCell key={index} head={head} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role={role('rowgroup')}>{rows.slice(0, drawn)}</tbody>
      </table>
    </div>
  );
};
