import { toServerEvent } from '@platform/demo/traffic';
import type { ServerEvent, TrafficEvent } from '@platform/demo/traffic';

/** One line of the input that analytics loads: `LoadedEvent` in services/analytics/src/loading. */
export type TrafficLine = Omit<ServerEvent, 'id'> & {
  readonly place: { country: string; region: string; city: string };
  readonly engaged_ms?: number;
  readonly scroll?: number;
};

/** The line for an event of generated traffic. It has no id, because nothing is sent twice. */
export const toTrafficLine = (
  event: TrafficEvent,
  website: { siteKey: string; domain: string },
): TrafficLine => {
  const { kind, engagedMs, scroll, person } = event;
  const { id: _, ...line } = toServerEvent(event, website, '');
  const place = { country: person.country.code, region: person.region, city: person.city };
  return kind === 'engagement'
    ? { ...line, name: 'engagement', engaged_ms: engagedMs, scroll, place }
    : { ...line, place };
};
