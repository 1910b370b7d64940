/** A page and how the visits went on from there; before a page, how they had come there. */
export interface JourneyNode {
  /** Null where the visit ended; before a page, where it had begun. */
  readonly page: string | null;
  /** How often this way was taken. */
  readonly views: number;
  readonly next: readonly JourneyNode[];
}

export interface Journeys {
  /** Views of the page; several in a row, as by reloading, count as one. */
  readonly views: number;
  readonly before: readonly JourneyNode[];
  readonly after: readonly JourneyNode[];
}

export const DIRECTIONS = ['before', 'after'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How many pages away from the page a way is followed. */
export const LEVELS = 3;
