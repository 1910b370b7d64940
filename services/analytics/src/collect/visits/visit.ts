import type { HitDimension } from '../../dimensions/dimension-names.ts';
import type { CodedHit } from '../dictionary/dictionary.ts';

/** Visitors of a batch, as PostgreSQL knows them. */
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

/** A visit ends after this much silence. The next hit of the visitor opens a new one. */
export const VISIT_TIMEOUT_MS = 30 * 60_000;

/**
 * True if a hit at `ts` still belongs to the visit. Hits may arrive late, so it may also be one from
 * shortly before the first.
 */
export const isOngoing = ({ startedAt, lastAt }: Pick<Visit, 'startedAt' | 'lastAt'>, ts: number): boolean =>
  ts >= startedAt - VISIT_TIMEOUT_MS && ts <= lastAt + VISIT_TIMEOUT_MS;

/** Visit as stored in `visits`; ids are of the website's dictionary. */
export interface Visit {
  readonly websiteId: number;
  /** Signed 64-bit integers as text, like `visitId`. */
  readonly visitorId: string;
  readonly visitId: string;
  /** Milliseconds since 1970, like `lastAt`. */
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pageviews: number;
  readonly events: number;
  /** Of them, those that the visitor did nothing for. */
  readonly passiveEvents: number;
  readonly engagedMs: number;
  readonly scroll: number;
  /** Part of `scroll` that the present page view has added. */
  readonly viewScroll: number;
  readonly entryPageId: number;
  readonly exitPageId: number;
  /** Bits of `firstTodayBit`. */
  readonly firstToday: number;
  readonly dimensionIds: Readonly<Record<HitDimension, number>>;
}

/** A visitor of one day. */
export interface Visitor {
  readonly websiteId: number;
  readonly visitorId: string;
  /** Yesterday's id of the visitor, if the visit continued across midnight; '0' otherwise. */
  readonly continues: string;
  readonly day: string;
  /** Pages and event names of the day. */
  readonly seen: readonly number[];
}
