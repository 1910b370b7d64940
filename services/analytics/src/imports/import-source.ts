import type { ParamExclusions } from '../exclusions/rules/exclude-params.ts';
import type { Tally } from './tally.ts';

/** A row of a CSV file, by the names in the file's header. */
export interface CsvRow {
  /** The cell of a column, trimmed; empty where there is none. */
  text(...columns: readonly string[]): string;
  /** A count in a cell, 0 where it is empty. @throws ImportRefusedError for what is no whole number */
  count(...columns: readonly string[]): number;
  /** A measure, which may have a fraction. @throws ImportRefusedError for what is no number */
  measure(...columns: readonly string[]): number;
  has(...columns: readonly string[]): boolean;
}

/** Where the rows of an import go. */
export interface ImportTarget extends ParamExclusions {
  readonly tally: Tally;
  readonly domain: string;
  readonly timezone: string;
}

/** A CSV file of an import. */
export interface ImportFile {
  /** Without the folders in front of it. */
  readonly name: string;
  /** Names of the columns in lower case. */
  readonly columns: readonly string[];
  /** Remarks in front of the header, without their `#`. */
  readonly remarks: readonly string[];
  readonly delimiter: string;
}

export interface OpenImport {
  /**
   * Chooses what to do with the rows of a file; undefined for a file that holds nothing to import.
   * @throws ImportRefusedError for a file that lacks columns
   */
  open(file: ImportFile): ((row: CsvRow) => void) | undefined;
  /** What to do with a file of JSON, an object a line; none of them is taken without. */
  openJson?(): (record: Readonly<Record<string, unknown>>, line: number) => void;
  /** True for a row that is the header of another table in the same file. */
  isHeader?(cells: readonly string[]): boolean;
  /** What a file writes in front of the fraction of a number; a point by default. */
  decimalOf?(file: ImportFile): '.' | ',';
  /** What was left out of the import, for whoever made it. */
  notes?(): readonly string[];
  /**
   * Counts what is only known at the end.
   * @throws ImportRefusedError for files of which nothing could be counted
   */
  finish(signal: AbortSignal | undefined): Promise<void>;
}

/** A program that data comes from. */
export interface ImportSource {
  readonly id: string;
  start(target: ImportTarget): OpenImport;
}
