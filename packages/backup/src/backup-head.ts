export interface TableHead {
  schema: string;
  table: string;
  /** Generated columns are left out: PostgreSQL computes them again. */
  columns: string[];
  /**
   * Makes the table where no migration does: services make some, such as `secrets`, on their first
   * start.
   */
  create: string[];
  /** `CREATE TABLE … PARTITION OF …` for each partition; empty for an ordinary table. */
  partitions: string[];
}

/** The first frame of a backup: what follows, and what it fits. */
export interface BackupHead {
  format: 1;
  createdAt: string;
  schemas: string[];
  /** Migrations of each schema. A backup goes back into a platform with the same ones. */
  migrations: Record<string, string[]>;
  tables: TableHead[];
  sequences: { schema: string; sequence: string; value: string; isCalled: boolean }[];
  /** Secrets that don't live in the database, by file name. */
  secrets: Record<string, string>;
}
