/**
 * Match of a rule by a visitor who also has visits outside the span. For a rule that isn't about
 * engagement, moments may be left out if no order of steps in several spans depends on them.
 */
export interface CrossingRow {
  readonly visitor: string;
  /** The rule's place in the list: 0 for a goal's only one. */
  readonly step: number;
  /** Microseconds since 1970. */
  readonly at: number;
  /** The visit and page, for rules about engagement; '' for the others. */
  readonly place: string;
  readonly views: number;
  /** Engaged milliseconds or percent scrolled, added up over the views; null for other rules. */
  readonly measured: number | null;
}

/** Amounts of one currency: a decimal number as text, so that sums stay exact. */
export interface Amount {
  readonly currency: string | null;
  readonly amount: string;
}

/**
 * Counts of rules in a span: a goal's single rule, or the steps of a funnel in order. Spans that
 * don't overlap can be added up, because visitors who may be in several are listed.
 */
export interface SpanCounts {
  /** Conversions of the first rule, without those that `crossing` lists. */
  readonly conversions: number;
  /** Visitors who took each step, without those of `crossing`. */
  readonly visitors: readonly number[];
  readonly crossing: readonly CrossingRow[];
  /** Of the first rule's conversions, all of them. */
  readonly revenue: readonly Amount[];
}
