import { addressOf, personNumber, personOf } from './person.ts';
import type { Person } from './person.ts';
import { createRandom, seedFrom } from './random.ts';
import type { Random } from './random.ts';
import { addDays, dayNumber, isWeekend, loadOf, startOfDay } from './rhythm.ts';
import type { Day } from './rhythm.ts';
import type { TrafficSite } from './site.ts';
import { DIRECT, pickSource, pickUnwanted } from './sources.ts';
import type { Source } from './sources.ts';
import { visitEvents } from './visit.ts';
import type { Props, TrafficEvent } from './visit.ts';

const NEW_SHARE = 0.64;
/** Of those who come back: on the same day. */
const SAME_DAY = 0.2;
const MAX_RETURN_DAYS = 60;
/** Reports of robots, crawlers and spammers for each visit of a person. */
const UNWANTED_PER_VISIT = 0.22;

/**
 * How many persons come to a website for the first time on a day; the same whenever it is asked.
 */
const newPersons = (visits: number): number => Math.ceil(visits * NEW_SHARE);

const SPIKE_SOURCE: Source = {
  referrer: 'https://news.ycombinator.com/',
  host: 'news.ycombinator.com',
  channel: 'Organic Social',
  utm: ['', '', '', '', ''],
};

/** Somebody who was there before: most of them lately, some of them again and again. */
const returningPerson = (site: TrafficSite, day: number, random: Random): number => {
  const gap = random.chance(SAME_DAY)
    ? 0
    : Math.min(MAX_RETURN_DAYS, 1 + Math.floor((1 - random.next()) ** (-1 / 1.1) - 1));
  const metOn = day - gap;
  const { visits } = loadOf(site, new Date(metOn * 86_400_000).toISOString().slice(0, 10));
  const known = Math.max(1, newPersons(visits));
  // The square makes a few persons of each day come back often.
  return personNumber(metOn, Math.floor(random.next() ** 2 * known));
};

const unwantedEvent = (site: TrafficSite, person: Person, ts: number, random: Random): TrafficEvent => {
  const unwanted = pickUnwanted(random);
  return {
    kind: 'pageview',
    ts,
    name: '',
    props: {},
    engagedMs: 0,
    scroll: 0,
    unwanted,
    person: unwanted.userAgent === null ? person : { ...person, userAgent: unwanted.userAgent },
    page: site.graph.pick(random),
    source: unwanted.referrer === '' ? DIRECT : { ...DIRECT, referrer: unwanted.referrer },
  };
};

/**
 * Generates the events of the visits that begin on a day of the website's calendar, in order; they
 * may last into the next day. The same for the same site and day, whatever else is asked for.
 */
const eventsOfDay = (site: TrafficSite, day: Day): TrafficEvent[] => {
  const number = dayNumber(day);
  const { visits, isSpike } = loadOf(site, day);
  const random = createRandom(seedFrom(site.seed, 6, number));
  const start = startOfDay(site.timezone, day);
  const pickHour = isWeekend(day) ? site.rhythm.pickWeekendHour : site.rhythm.pickHour;
  const anyTime = (): number => start + pickHour(random) * 3_600_000 + random.int(3_600_000);
  const events: TrafficEvent[] = [];
  const fresh = newPersons(visits);
  for (let visit = 0; visit < visits; visit += 1) {
    const isNew = visit < fresh;
    const who = isNew ? personNumber(number, visit) : returningPerson(site, number, random);
    const usual = isNew || random.chance(0.4) ? pickSource(random) : DIRECT;
    const source = isSpike && isNew && random.chance(0.5) ? SPIKE_SOURCE : usual;
    for (const event of visitEvents(site, personOf(site, who), anyTime(), source)) events.push(event);
  }
  const unwanted = Math.floor(visits * UNWANTED_PER_VISIT + random.next());
  for (let index = 0; index < unwanted; index += 1) {
    const person = personOf(site, personNumber(number, visits + index));
    events.push(unwantedEvent(site, person, anyTime(), random));
  }
  return events.sort((a, b) => a.ts - b.ts);
};

/** All that happens on a website from one local midnight to the next, in order. */
export interface SiteDay {
  readonly site: TrafficSite;
  readonly day: Day;
  /** Milliseconds since 1970; the end is the start of the next day. */
  readonly start: number;
  readonly end: number;
  readonly events: readonly TrafficEvent[];
}

/**
 * Day by day, and on each day site by site. A day is the same whichever days are asked for beside
 * it: what began on the evening before is part of it.
 */
export function* generateTraffic(
  sites: readonly TrafficSite[],
  from: Day,
  days: number,
): Generator<SiteDay, void> {
  const late = new Map(sites.map((site) => [site, eventsOfDay(site, addDays(from, -1))]));
  for (let index = 0; index < days; index += 1) {
    const day = addDays(from, index);
    for (const site of sites) {
      const start = startOfDay(site.timezone, day);
      const end = startOfDay(site.timezone, addDays(day, 1));
      const left = (late.get(site) ?? []).filter(({ ts }) => ts >= start);
      const today = eventsOfDay(site, day);
      const events = left.concat(today).sort((a, b) => a.ts - b.ts);
      late.set(
        site,
        events.filter(({ ts }) => ts >= end),
      );
      yield { site, day, start, end, events: events.filter(({ ts }) => ts < end) };
    }
  }
}

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
