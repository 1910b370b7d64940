export type Frequency = 'daily' | 'weekly';

/** Generates a report again, day by day or week by week. */
export interface Schedule {
  readonly id: number;
  readonly organisation: string;
  readonly reportId: number;
  readonly frequency: Frequency;
  readonly nextAt: Date;
  readonly lastAt: Date | null;
  readonly createdAt: Date;
}
