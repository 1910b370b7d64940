import type { ParamExclusions } from '../exclusions/rules/exclude-params.ts';
import type { StorageRules } from '../exclusions/rules/storage-rules.ts';
import type { Spelling } from '../websites/website.ts';
import type { Tally } from './tally.ts';

/** A row of a CSV file, by the names in the file's header. */
export interface CsvRow {
  /** The cell of a column, trimmed; empty where there is none. */
  text(...columns: readonly string[]): string;
  /** Reads the count in a cell, 0 if it is empty. @throws ImportRefusedError unless it is a whole number */
  count(...columns: readonly string[]): number;
  /** Reads a measure, which may have a fraction. @throws ImportRefusedError unless it is a number */
  measure(...columns: readonly string[]): number;
  has(...columns: readonly string[]): boolean;
}

/** Where the rows of an import go. */
export interface ImportTarget extends ParamExclusions {
  readonly tally: Tally;
  readonly domain: string;
  readonly timezone: string;
  /** How the website spells pages and campaigns. */
  readonly spelling: Spelling;
  /** The website's rules for the pages, hosts, countries and visitors that it stores. */
  readonly rules: StorageRules;
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
  /** Returns the reader of a JSON file, one object per line. Sources without it refuse JSON. */
  openJson?(): (record: Readonly<Record<string, unknown>>, line: number) => void;
  /** True for a row that is the header of another table in the same file. */
  isHeader?(cells: readonly string[]): boolean;
  /** Returns the decimal separator of a file; a point by default. */
  decimalOf?(file: ImportFile): '.' | ',';
  /** Lists what was left out, for the person who made the import. */
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
