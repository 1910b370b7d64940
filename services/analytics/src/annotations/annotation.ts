/** A note on the chart: what happened at a time. */
export interface Annotation {
  readonly id: number;
  readonly time: Date;
  readonly text: string;
  /** Where to read more about it, such as the notes of a release. */
  readonly url: string | null;
  readonly createdAt: Date;
}
