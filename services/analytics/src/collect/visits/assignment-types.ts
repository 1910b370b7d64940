import type { CodedHit } from '../dictionary/coded-hit.ts';
import type { Visit, Visitor } from './visit.ts';

/** What PostgreSQL knows about the visitors of a batch. */
export interface KnownVisitors {
  readonly visitors: readonly Visitor[];
  readonly visits: readonly Visit[];
}

/** A row of `events`. */
export interface EventRow {
  readonly ts: number;
  readonly visitId: string;
  readonly websiteId: number;
  readonly pageId: number;
  readonly nameId: number;
  readonly engagedMs: number;
  readonly kind: number;
  readonly scroll: number;
  readonly flags: number;
  readonly props: string;
  /** The zone that the website counts its days in. */
  readonly timezone: string;
}

export interface VisitChange {
  /** Null for a new visit. */
  readonly before: Visit | null;
  readonly after: Visit;
  readonly timezone: string;
}

export interface Assignment {
  readonly events: readonly EventRow[];
  readonly visits: readonly VisitChange[];
  /** The visitors that are new or changed. */
  readonly visitors: readonly Visitor[];
  /** Hits that belong to no visit: what was measured of an unknown one. */
  readonly orphans: ReadonlySet<CodedHit>;
}
