import { addressOf } from './person.ts';
import type { TrafficSite } from './site.ts';
import type { Source } from './sources.ts';
import type { Props, TrafficEvent } from './visit.ts';

/** An event as `POST /api/v1/events` takes it. */
export interface ServerEvent {
  readonly id: string;
  readonly site_key: string;
  readonly name: string;
  readonly url: string;
  readonly referrer: string;
  readonly title: string;
  readonly time: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly screen: string;
  readonly language: string;
  readonly props: Props;
}

/** A request as the tracker makes it. */
export interface BeaconRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

const addressIn = (domain: string, path: string, { utm }: Source): string => {
  const url = new URL(path, `https://${domain}`);
  utm.forEach((value, index) => {
    if (value !== '') url.searchParams.set(UTM[index] ?? '', value);
  });
  return url.href;
};

/**
 * An event for the interface for servers. It takes no engagement, which only a browser can measure.
 * @param id names the event, so that it can be sent again
 */
export const toServerEvent = (
  event: TrafficEvent,
  website: { siteKey: string; domain: string },
  id: string,
): ServerEvent => ({
  id,
  site_key: website.siteKey,
  name: event.kind === 'event' ? event.name : 'pageview',
  url: addressIn(website.domain, event.page.path, event.source),
  referrer: event.source.referrer,
  title: event.page.title,
  time: new Date(event.ts).toISOString(),
  ip: addressOf(event.person),
  user_agent: event.person.userAgent,
  screen: event.person.screen,
  language: event.person.language,
  props: event.props,
});

const details = ({ kind, props, source, page, person, engagedMs, scroll }: TrafficEvent): object => {
  if (kind === 'event') return props;
  if (kind === 'engagement') return { e: engagedMs, s: scroll };
  return { r: source.referrer, t: page.title, w: person.screen.split('x').map(Number), l: person.language };
};

/** The same as a request to the collect endpoint, which knows only the present. */
export const toBeacon = (
  event: TrafficEvent,
  website: { siteKey: string; domain: TrafficSite['domain'] },
): BeaconRequest => ({
  headers: {
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': event.person.userAgent,
    'accept-language': event.person.language,
    'x-forwarded-for': addressOf(event.person),
    origin: `https://${website.domain}`,
  },
  body: JSON.stringify({
    k: website.siteKey,
    n: event.kind === 'event' ? event.name : event.kind,
    u: addressIn(website.domain, event.page.path, event.source),
    p: details(event),
  }),
});
