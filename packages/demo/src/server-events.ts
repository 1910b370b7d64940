import { generateTraffic, toServerEvent } from '@platform/traffic';
import type { ServerEvent, TrafficSite } from '@platform/traffic';

/** The events of these days that a server could have seen, a day at a time. */
export function* serverEvents(
  site: TrafficSite,
  siteKey: string,
  [from, days]: readonly [string, number],
): Generator<ServerEvent[]> {
  const website = { siteKey, domain: site.domain };
  for (const { day, events } of generateTraffic([site], from, days))
    yield events
      .filter(({ kind }) => kind !== 'engagement')
      .map((event, index) => toServerEvent(event, website, `demo-${site.domain}-${day}-${index}`));
}
