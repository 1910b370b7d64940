/** How people read a value: a path decoded, a code or a known host as the name it stands for. */
export type ValueFormat = 'text' | 'source' | 'path' | 'country' | 'language' | 'capitalised';

/**
 * All there is to know about a dimension. Columns, queries, schemas, documentation and test
 * traffic derive from it; CONTRIBUTING, "Add a dimension", names the other three files.
 */
export interface DimensionDefinition {
  readonly id: string;
  /**
   * Number of the dimension in `dictionary.dimension`, `rollup_values.dimension` and the bit of
   * `visits.first_today`. It is stored: never change or reuse one. Entry and exit pages share the
   * page's.
   */
  readonly number: number;
  /** Column of `visits`, or of `events` with the scope `event`, that holds the dictionary's id. */
  readonly column: `${string}_id`;
  /**
   * - `visit`: read from the hit that opens a visit, and fixed from then on
   * - `visit_page`: a page that a visit's hits make its first or last
   * - `event`: a value of each event
   */
  readonly scope: 'visit' | 'visit_page' | 'event';
  /** Names one value: `Country`. */
  readonly title: string;
  readonly format: ValueFormat;
  /** Description of the values, for docs/metrics.md and the API reference. */
  readonly about: string;
  /** Values as they are stored. Random test traffic is made of them; `''` is "none". */
  readonly examples: readonly string[];
}
