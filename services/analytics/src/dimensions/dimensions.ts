/**
 * The dimensions whose values stand in a website's dictionary, with the number that `dictionary.dimension` and
 * `rollup_values.dimension` hold. The numbers are stored: never change or reuse one.
 */
export const DIMENSIONS = {
  page: 1,
  event: 2,
  referrer: 3,
  channel: 4,
  utm_source: 5,
  utm_medium: 6,
  utm_campaign: 7,
  utm_term: 8,
  utm_content: 9,
  country: 10,
  region: 11,
  city: 12,
  browser: 13,
  os: 14,
  device: 15,
  language: 16,
  screen: 17,
} as const;

export type Dimension = keyof typeof DIMENSIONS;

/** The dimensions that a visit has one value of, in the order of the columns `<name>_id` of `visits`. */
export const VISIT_DIMENSIONS = [
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'browser',
  'os',
  'device',
  'language',
  'screen',
] as const satisfies readonly Dimension[];

export type VisitDimension = (typeof VISIT_DIMENSIONS)[number];

/** What `events.kind` holds. */
export const EVENT_KINDS = { pageview: 0, event: 1, engagement: 2 } as const;

/** Bits of `events.flags`. */
export const EVENT_FLAGS = {
  /** The visitor's first page view or event of the website's local day; their number is the day's visitors. */
  firstToday: 1,
  /** Opened the visit. */
  entry: 2,
  /** The visitor's first view of this page, or first event of this name, on the local day. */
  firstOfValueToday: 4,
} as const;

/** Bits of `visits.first_today`: bit 0 for the visitor's first visit of the local day, bit n for dimension number n. */
export const firstTodayBit = (dimension: VisitDimension | 'visitor'): number =>
  dimension === 'visitor' ? 1 : 1 << DIMENSIONS[dimension];

/** Takes the place of further values once a website has had too many new ones in a day. */
export const OTHER_VALUE = '(other)';
