import type { ComponentChildren } from 'preact';

/** How a list is sorted, and what sorts it otherwise. */
export interface Sorting {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string) => void;
}

type Head = string | { readonly title: string; readonly sortBy: string };

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

const HeadCell = ({ head, sorting }: { head: Head; sorting: Sorting | undefined }) => {
  if (head === '') return <td />;
  if (typeof head === 'string' || !sorting)
    return <th scope="col">{typeof head === 'string' ? head : head.title}</th>;
  const direction = head.sortBy === sorting.by ? sorting.direction : undefined;
  return (
    <th scope="col" aria-sort={direction && ARIA[direction]}>
      <button
        type="button"
        onClick={() => {
          sorting.onSort(head.sortBy);
        }}
      >
        {head.title}
        <span aria-hidden="true">{direction && ARROWS[direction]}</span>
      </button>
    </th>
  );
};

/** A table that scrolls by itself, with its heads in view; on phones each row is a card. */
export const Table = ({ label, heads, sorting, children }: TableProps) => {
  const titles = heads.map((head) => (typeof head === 'string' ? head : head.title));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table
        class="list"
        role="table"
        ref={(table) => {
          // On phones each value has the title of its column beside it.
          for (const row of table?.tBodies[0]?.rows ?? []) {
            // A row that is laid out as a card would be none to screen readers.
            row.role = 'row';
            [...row.cells].forEach((cell, place) => {
              cell.role = 'cell';
              cell.dataset['head'] = titles[place] ?? '';
            });
          }
        }}
      >
        <thead>
          <tr>
            {heads.map((head, index) => (
              <HeadCell key={index} head={head} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
};
