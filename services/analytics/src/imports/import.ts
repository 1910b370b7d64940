export type ImportStatus = 'uploading' | 'pending' | 'running' | 'completed' | 'failed';

/** A file that an owner brings along from another program. */
export interface Import {
  readonly id: number;
  readonly websiteId: number;
  readonly source: string;
  readonly fileName: string;
  readonly status: ImportStatus;
  /** 0 to 100. */
  readonly progress: number;
  readonly sizeBytes: number;
  readonly rowsRead: number;
  /** Days that are counted because of it, and days that were counted already. */
  readonly days: number;
  readonly skippedDays: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly error: string | null;
  /** What was left out; null for nothing. */
  readonly note: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}
