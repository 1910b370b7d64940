/** A note on the chart: what happened at a time. */
export interface Annotation {
  readonly id: number;
  readonly time: Date;
  readonly text: string;
  /** Where more is told about it, such as a release. */
  readonly url: string | null;
  readonly createdAt: Date;
}
