import type { ComponentChildren } from 'preact';

interface TableProps {
  /** Names the table for those who can't see it. */
  label: string;
  /** Titles of the columns; an empty one is a column of buttons. */
  heads: readonly string[];
  children: ComponentChildren;
}

/** A table that scrolls by itself where the screen is too narrow. */
export const Table = ({ label, heads, children }: TableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {heads.map((head, index) =>
            head === '' ? (
              <td key={index} />
            ) : (
              <th key={index} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
