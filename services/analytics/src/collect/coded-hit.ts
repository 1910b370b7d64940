import type { VisitDimension } from '../dimensions/dimensions.ts';
import type { Hit } from './hit.ts';

/** A hit whose strings have ids of the website's dictionary. */
export interface CodedHit {
  readonly hit: Hit;
  readonly pageId: number;
  readonly nameId: number;
  readonly dimensionIds: Readonly<Record<VisitDimension, number>>;
}
