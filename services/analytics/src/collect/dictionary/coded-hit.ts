import type { HitDimension } from '../../dimensions/stored-dimensions.ts';
import type { Hit } from '../intake/hit.ts';

/** A hit whose strings have ids of the website's dictionary. */
export interface CodedHit {
  readonly hit: Omit<Hit, 'dimensions' | 'page' | 'title' | 'name'>;
  readonly pageId: number;
  readonly nameId: number;
  readonly dimensionIds: Readonly<Record<HitDimension, number>>;
}
