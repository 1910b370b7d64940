import type { ServerHit } from '../collect/intake/hit.ts';
import type { EventBody } from './events-schema.ts';

/** The hit that a server's event describes. */
export const toServerHit = (event: EventBody): ServerHit => ({
  body: {
    siteKey: event.site_key,
    name: event.name,
    url: event.url ? URL.parse(event.url) : null,
    referrer: event.referrer ?? '',
    title: event.title ?? '',
    screen: event.screen ?? '',
    language: event.language ?? '',
    props: event.props ?? {},
    engagedMs: 0,
    scroll: 0,
    id: event.id ?? '',
  },
  sender: {
    address: event.ip ?? '',
    userAgent: event.user_agent ?? '',
    origin: '',
    acceptLanguage: '',
  },
  time: event.time === undefined ? null : Date.parse(event.time),
});
