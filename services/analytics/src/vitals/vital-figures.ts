import type { Vital, VitalRating } from './vitals.ts';

/** What visitors measured of one vital. */
export interface VitalFigure {
  /** 75th percentile: three quarters of the views were at least as good. */
  readonly p75: number;
  /** Views that measured it. */
  readonly samples: number;
  readonly rating: VitalRating;
}

/** Null for what nobody measured. */
export type VitalFigures = Readonly<Record<Vital, VitalFigure | null>>;

export interface VitalsOf {
  readonly value: string;
  readonly figures: VitalFigures;
}

export interface VitalsAnswer {
  /** All pages and devices together. */
  readonly total: VitalFigures;
  /** Those with most samples first. */
  readonly rows: readonly VitalsOf[];
}
