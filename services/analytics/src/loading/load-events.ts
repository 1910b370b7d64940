import { addDays } from '../calendar/local-day.ts';
import type { LocalDay } from '../calendar/local-day.ts';
import { utcDay } from '../calendar/zone-day.ts';
import type { CollectService } from '../collect/collect-service.ts';
import type { Outcome } from '../collect/intake/hit.ts';
import type { EventBody } from '../events/events-schema.ts';
import { toServerHit } from '../events/events-service.ts';
import type { Place } from '../geo/geo-lookup.ts';

/**
 * A line of the load: an event as `POST /api/v1/events` takes it, plus what only browsers and the
 * geo database know.
 */
export interface LoadedEvent extends EventBody {
  readonly time: string;
  readonly place?: Place;
  /** For the event `engagement`: milliseconds, and percentage points. */
  readonly engaged_ms?: number;
  readonly scroll?: number;
}

export type Loaded = Readonly<Partial<Record<Outcome, number>>>;

export interface LoadEventsOptions {
  readonly collect: Pick<CollectService, 'fromServer'>;
  readonly organisation: string;
  /** Called for each event before it is collected. */
  readonly announce: (event: LoadedEvent) => void;
  /** Called when everything from before `day` has been written; nothing more will come for it. */
  readonly endDaysBefore: (day: LocalDay) => Promise<void>;
}

/** Events in flight to the tables at once; twice as many while the next are being read. */
const PIECE = 10_000;

/** Nothing here answers a client. */
const NO_DEADLINE = Number.MAX_SAFE_INTEGER;

/** Visits may continue after midnight, and the websites' days end at different times. */
const DAYS_KEPT = 2;

const pieces = async function* (
  lines: AsyncIterable<string>,
): AsyncGenerator<readonly LoadedEvent[], void, undefined> {
  let piece: LoadedEvent[] = [];
  for await (const line of lines) {
    piece.push(JSON.parse(line) as LoadedEvent);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = [];
  }
  yield piece;
};

/**
 * Sends the events of a file through the same pipeline and writer as everything else.
 * @param lines NDJSON in chronological order
 * @returns how many events had which outcome
 */
export const loadEvents = async (
  lines: AsyncIterable<string>,
  { collect, organisation, announce, endDaysBefore }: LoadEventsOptions,
): Promise<Loaded> => {
  const outcomes = new Map<Outcome, number>();

  const load = async (piece: readonly LoadedEvent[]): Promise<void> => {
    const settled = await Promise.all(
      piece.map((event) => {
        announce(event);
        const hit = toServerHit(event);
        const { engaged_ms: engagedMs = 0, scroll = 0 } = event;
        return collect.fromServer(
          { ...hit, body: { ...hit.body, engagedMs, scroll } },
          organisation,
          NO_DEADLINE,
        );
      }),
    );
    for (const outcome of settled) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };

  let writing = Promise.resolve();
  let endedBefore = '';
  for await (const piece of pieces(lines)) {
    await writing;
    const [first] = piece;
    const day = first && addDays(utcDay(Date.parse(first.time)), -DAYS_KEPT);
    if (day !== undefined && day > endedBefore) await endDaysBefore((endedBefore = day));
    writing = load(piece);
    // A failure is noticed when the next piece has been read.
    writing.catch(() => undefined);
  }
  await writing;
  return Object.fromEntries(outcomes);
};
