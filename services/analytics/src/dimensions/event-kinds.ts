/** Values of `events.kind`. */
export const EVENT_KINDS = { pageview: 0, event: 1, engagement: 2, vitals: 3 } as const;

/** Bits of `events.flags`. */
export const EVENT_FLAGS = {
  /**
   * The visitor's first page view or event of the local day; rows with it are the day's visitors.
   */
  firstToday: 1,
  /** Opened the visit. */
  entry: 2,
  /** The visitor's first view of this page, or first event of this name, on the local day. */
  firstOfValueToday: 4,
  /** An event that the visitor did nothing for: it doesn't end a bounce. */
  passive: 8,
} as const;
