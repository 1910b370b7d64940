export const ALERT_TYPES = ['spike', 'silence', 'goal', 'drop'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export const ALERT_PERIODS = ['day', 'month'] as const;
export type AlertPeriod = (typeof ALERT_PERIODS)[number];

/** Defaults of an alert's fields, if its type has them. */
export const ALERT_DEFAULTS = { hours: 6, period: 'day' } as const;

/** By how many per cent a drop is one, by default: half. */
export const USUAL_DROP = 50;

/** Condition on which an owner is notified. */
export type AlertRule =
  /** So many visits began within an hour. Told once a day, and not again within the hour. */
  | { readonly type: 'spike'; readonly threshold: number }
  /** Nothing came for so many hours, on a day on which something usually does. Told once. */
  | { readonly type: 'silence'; readonly hours: number }
  /** A goal had so many conversions in a day or month of the calendar. Told once in it. */
  | {
      readonly type: 'goal';
      readonly threshold: number;
      readonly goal: number;
      readonly period: AlertPeriod;
    }
  /** A day had so many per cent fewer visits than the same weekday usually has. Told once, when it is over. */
  | { readonly type: 'drop'; readonly threshold: number };

export interface Alert {
  readonly id: number;
  readonly websiteId: number;
  readonly name: string;
  readonly rule: AlertRule;
  /** Goes up when the rule becomes another one. */
  readonly ruleVersion: number;
  /** E-mail addresses, one per line; null for those of the website's digests. */
  readonly recipients: string | null;
  readonly createdAt: Date;
}

/** Something that an alert tells about. */
export interface Occasion {
  /** The same for as long as it is the same occasion of the same rule. */
  readonly key: string;
  /** Visits, hours or conversions. */
  readonly count: number;
  /** For a drop: the visits that the weekday usually has. */
  readonly usual?: number;
}
