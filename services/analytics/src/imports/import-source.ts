import type { ParamExclusions } from '../exclusions/param-exclusions.ts';
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
}

export interface OpenImport {
  /**
   * Chooses what to do with the rows of a file; undefined for a file that holds nothing to import.
   * @throws ImportRefusedError for a file that lacks columns
   */
  open(file: ImportFile): ((row: CsvRow) => void) | undefined;
  /** Counts what is only known at the end, and lets others have the thread in between. */
  finish(signal: AbortSignal | undefined): Promise<void>;
}

/** A program that data comes from. */
export interface ImportSource {
  readonly id: string;
  start(target: ImportTarget): OpenImport;
}
