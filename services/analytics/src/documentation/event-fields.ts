import type { FieldDocs } from '@platform/http';

/** Fields of events that a server sends. */
export const EVENT_FIELDS: FieldDocs = {
  events: ['The events, at most 1,000'],
  'events.id': ['Your id of the event; events with the same id are counted once', 'order-4711'],
  'events.site_key': ['The website’s', 'Zk3rT9wQxY7bLm2P'],
  'events.url': ['Address of the page', 'https://shop.example/thanks'],
  'events.referrer': ['Where the visitor came from', 'https://news.example/'],
  'events.title': ['Title of the page', 'Thank you'],
  'events.screen': ['Width and height in CSS pixels', '1920x1080'],
  'events.language': ['Language of the visitor', 'de-AT'],
  'events.ip': [
    'Address of the visitor, to find the country and to tell visitors apart; it isn’t stored',
    '192.0.2.7',
  ],
  'events.user_agent': ['User agent of the visitor', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0'],
  'events.time': ['When it happened, if not now', '2026-11-22T09:30:00Z'],
  'events.name': ['What happened', 'order'],
  props: ['Properties of the event', { plan: 'team', seats: 5 }],
  dropped: ['How many were dropped, by reason', { bot: 1 }],
  received: ['Events in the request', 2],
  stored: ['Events that were counted; the others were dropped or already known', 2],
};
