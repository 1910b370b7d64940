import { hash } from 'node:crypto';

import { invalid, notFound } from '@platform/errors';
import Joi from 'joi';

import { addDays, localDay } from '../calendar/local-day.ts';
import type { StatsService } from '../stats/stats-service.ts';
import type { Questions } from '../stats/questions.ts';
import { LONGEST_VISIT } from '../stats/sql/grouped-sql.ts';
import type { Visit } from '../visits/visit.ts';
import { visitId } from '../visits/visit.ts';
import type { VisitsService } from '../visits/visits-router.ts';
import type { Website } from '../websites/website.ts';
import type { EventDataStore, EventProperty, LatestEvent, LatestEventsStore } from './single-events-store.ts';
import { readFields } from './product-api.ts';
import type { ProductCall, ProductEndpoint } from './product-api.ts';
import { daysOf, filtersOf, HOUR, MOST_ROWS, rangeQuery, refuse } from './umami-questions.ts';

export interface UmamiSessionsDeps {
  readonly visits: VisitsService;
  readonly events: LatestEventsStore;
  readonly eventData: EventDataStore;
  readonly stats: Pick<StatsService, 'query'>;
  readonly questions: Pick<Questions, 'filter'>;
  readonly siteOf: (call: ProductCall) => Promise<Website>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Get = (path: string, answer: (call: ProductCall) => Promise<unknown>) => ProductEndpoint;

/** Single events are read from their rows, and counted up to `MOST_ROWS`. */
const MOST_DAYS_OF_EVENTS = 31;

/** As many events of one session as Umami tells. */
const MOST_OF_SESSION = 500;

/** The id of a visit with the time at which it began, by which it is found. */
const sessionId = (id: string, startedAt: Date): string => `${id}-${startedAt.getTime()}`;

/** The id of an event: its visit, its moment, and which of those of the same moment. */
const eventId = ({ visitId: visit, at, page, name }: LatestEvent): string =>
  `${visit}-${at.getTime()}-${hash('sha256', `${page} ${name}`, 'hex').slice(0, 8)}`;

/** A visit as one of Umami's sessions. */
const sessionJson = (
  { id, startedAt, seconds, pageviews, events, values }: Visit,
  { siteKey, domain }: Website,
) => ({
  id: sessionId(id, startedAt),
  websiteId: siteKey,
  hostname: domain,
  browser: values.browser || null,
  os: values.os || null,
  device: values.device || null,
  screen: values.screen || null,
  language: values.language || null,
  country: values.country || null,
  region: values.region || null,
  city: values.city || null,
  firstAt: startedAt.toISOString(),
  lastAt: new Date(startedAt.getTime() + seconds * 1_000).toISOString(),
  createdAt: startedAt.toISOString(),
  visits: 1,
  views: pageviews,
  events,
  totaltime: seconds,
});

const eventJson = (event: LatestEvent, { siteKey, domain }: Pick<Website, 'siteKey' | 'domain'>) => {
  const { at, visitId: visit, visitStartedAt, isView, page, name, referrer, props } = event;
  const [path = '', ...query] = page.split('?');
  const [host = ''] = path.split('/', 1);
  return {
    id: eventId(event),
    websiteId: siteKey,
    sessionId: sessionId(visit, visitStartedAt),
    visitId: visit,
    createdAt: at.toISOString(),
    hostname: host === '' ? domain : host,
    urlPath: path.slice(host.length),
    urlQuery: query.join('?'),
    referrerDomain: referrer,
    pageTitle: null,
    eventType: isView ? 1 : 2,
    eventName: name || null,
    hasData: Object.keys(props).length > 0,
  };
};

/** The properties of an event, a row each. */
const propsJson = ({ at, props }: LatestEvent) =>
  Object.entries(props).map(([dataKey, value]) => ({
    dataKey,
    stringValue: String(value),
    numberValue: typeof value === 'number' ? value : null,
    dateValue: null,
    dataType: TYPES[typeof value] ?? 1,
    createdAt: at.toISOString(),
  }));

const pageOf = (page: number, pageSize: number) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
  mostCounted: MOST_ROWS,
});

/** Umami's numbers for types of values. */
const TYPES: Readonly<Record<string, number>> = { string: 1, number: 2, boolean: 3 };

const typeOf = ({ type }: EventProperty): number => TYPES[type] ?? 1;

/** Of an event and a property by name, which versions name differently. */
const named = Joi.object<{ propertyName?: string; event?: string; eventName?: string }>({
  propertyName: Joi.string().max(100),
  event: Joi.string().max(200),
  eventName: Joi.string().max(200),
});

/** What Umami tells of the properties of events. */
const eventDataEndpoints = (
  base: string,
  get: (path: string, answer: (call: ProductCall) => Promise<unknown>) => ProductEndpoint,
  { eventData, events, stats, questions, siteOf }: UmamiSessionsDeps,
): readonly ProductEndpoint[] => {
  const path = `${base}/websites/:website/event-data`;

  /** The filters of a question; `eventName` is `event` by another name. */
  const filtersIn = (call: ProductCall) => {
    const { event, eventName } = readFields(named, call.query);
    const query =
      event === undefined && eventName !== undefined ? { ...call.query, event: eventName } : call.query;
    return filtersOf(query);
  };

  const askedOf = async (call: ProductCall) => {
    const { id, timezone } = await siteOf(call);
    const { startAt, endAt, segment } = readFields(rangeQuery, call.query);
    if (endAt < startAt) throw refuse('endAt', 'must not be before startAt');
    const site = { id, timezone };
    const filter = await questions.filter(site, { filters: filtersIn(call), segment });
    return { site, filter, span: { start: startAt, end: endAt + 1 } };
  };

  const propertiesOf = async (call: ProductCall) => eventData.properties(await askedOf(call), MOST_ROWS);

  const valuesOf = async (call: ProductCall, property: string) => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const dimension = `prop:${property}` as const;
    const { rows } = await stats.query(website.organisation, website.id, {
      metrics: ['events'],
      dimensions: [dimension],
      // Pages have properties as well, which aren't events.
      filters: [...filtersIn(call), { dimension: 'event', operator: 'is_not', values: [''] }],
      date_range: daysOf(asked, website),
      per_page: MOST_ROWS,
      page: 1,
    });
    return rows.map((row) => ({ value: row.dimensions[dimension] ?? '', total: row.metrics.events ?? 0 }));
  };

  return [
    get(path, async (call) => {
      const website = await siteOf(call);
      const { page, pageSize } = readFields(rangeQuery, call.query);
      const asked = { ...(await askedOf(call)), hasProps: true };
      const found = await events.list(asked, pageOf(page, pageSize));
      const data = found.events.map((event) => ({
        eventId: eventId(event),
        websiteId: website.siteKey,
        eventName: event.name || null,
        eventProperties: propsJson(event),
      }));
      return { data, count: Math.min(found.total, MOST_ROWS), page, pageSize };
    }),
    get(`${path}/properties`, async (call) =>
      (await propertiesOf(call)).map((each) => ({
        eventName: each.event,
        propertyName: each.property,
        dataType: typeOf(each),
        total: each.total,
      })),
    ),
    get(`${path}/fields`, async (call) => {
      const fields = new Map<string, { propertyName: string; dataType: number; total: number }>();
      for (const each of await propertiesOf(call)) {
        const key = `${each.property} ${each.type}`;
        const total = (fields.get(key)?.total ?? 0) + each.total;
        fields.set(key, { total, propertyName: each.property, dataType: typeOf(each) });
      }
      return [...fields.values()].toSorted((a, b) => b.total - a.total);
    }),
    get(`${path}/values`, async (call) => {
      const { propertyName } = readFields(named, call.query);
      if (propertyName === undefined) throw refuse('propertyName', 'is required');
      return valuesOf(call, propertyName);
    }),
    get(`${path}/events`, async (call) => {
      const found = await propertiesOf(call);
      const { event } = readFields(named, call.query);
      const rows = found.map((each) => ({
        eventName: each.event,
        propertyName: each.property,
        dataType: typeOf(each),
        total: each.total,
      }));
      if (event === undefined) return rows;
      const each = await Promise.all(
        rows.map(async (row) =>
          (await valuesOf(call, row.propertyName)).map(({ value, total }) => ({
            ...row,
            propertyValue: value,
            total,
          })),
        ),
      );
      return each.flat();
    }),
    get(`${path}/stats`, async (call) => {
      const asked = await askedOf(call);
      const found = await eventData.properties(asked, MOST_ROWS);
      return {
        events: await eventData.events(asked),
        properties: new Set(found.map(({ property }) => property)).size,
        records: found.reduce((sum, { total }) => sum + total, 0),
      };
    }),
  ];
};

/** Answers what Umami tells of single sessions, which are visits here, of events and of their properties. */
export const sessionEndpoints = (
  base: string,
  get: Get,
  deps: UmamiSessionsDeps,
): readonly ProductEndpoint[] => {
  const { visits, events, questions, siteOf, now } = deps;
  const path = `${base}/websites/:website`;
  const everyVisit = { and: [] };

  /** The visit that a path names: by the day on which it began, or else of the last month. */
  const visitOf = async (call: ProductCall): Promise<{ website: Website; visit: Visit }> => {
    const website = await siteOf(call);
    const [, id = '', begun] = /^(-?\d{1,19})(?:-(\d{13}))?$/.exec(call.params['session'] ?? '') ?? [];
    if (visitId.validate(id).error !== undefined) throw notFound('session');
    const last = localDay(website.timezone, begun === undefined ? now() : Number(begun));
    // Hits that come late may have moved the beginning.
    const range = {
      from: addDays(last, begun === undefined ? 1 - MOST_DAYS_OF_EVENTS : -1),
      to: addDays(last, 1),
    };
    return { website, visit: await visits.show(website.organisation, website.id, id, range) };
  };

  const sessions = async (call: ProductCall) => {
    const website = await siteOf(call);
    const asked = readFields(rangeQuery, call.query);
    const { page, pageSize, segment } = asked;
    const question = {
      ...daysOf(asked, website),
      filters: filtersOf(call.query),
      ...(segment === undefined ? {} : { segment }),
      page,
      per_page: pageSize,
    };
    const during = { start: asked.startAt, end: asked.endAt + 1 };
    const found = await visits.list(website.organisation, website.id, question, during);
    const data = found.visits.map((visit) => sessionJson(visit, website));
    return { data, count: found.total, page, pageSize };
  };

  const session = async (call: ProductCall) => {
    const { website, visit } = await visitOf(call);
    return { ...sessionJson(visit, website), distinctId: null, canDelete: false, stitchedSessionCount: 0 };
  };

  const activity = async (call: ProductCall) => {
    const { website, visit } = await visitOf(call);
    const { startAt, endAt } = readFields(rangeQuery, call.query);
    const begin = visit.startedAt.getTime();
    const span = { start: Math.max(startAt, begin), end: Math.min(endAt + 1, begin + LONGEST_VISIT) };
    if (span.end <= span.start) return [];
    const site = { id: website.id, timezone: website.timezone };
    const found = await events.list(
      { site, span, filter: everyVisit, visitId: visit.id },
      { limit: MOST_OF_SESSION, offset: 0, mostCounted: 0 },
    );
    return found.events.map((event) => {
      const { id, ...json } = eventJson(event, website);
      return { ...json, eventId: id };
    });
  };

  const list = async (call: ProductCall) => {
    const { id, timezone, siteKey, domain } = await siteOf(call);
    const site = { id, timezone };
    const { startAt, endAt, page, pageSize, segment } = readFields(rangeQuery, call.query);
    if (endAt < startAt || endAt - startAt > MOST_DAYS_OF_EVENTS * 24 * HOUR)
      throw invalid([
        { field: 'endAt', message: `endAt must be within ${MOST_DAYS_OF_EVENTS} days after startAt` },
      ]);
    const filter = await questions.filter(site, { filters: filtersOf(call.query), segment });
    const asked = { site, span: { start: startAt, end: endAt + 1 }, filter };
    const found = await events.list(asked, pageOf(page, pageSize));
    const data = found.events.map((event) => eventJson(event, { siteKey, domain }));
    const isCapped = found.total > MOST_ROWS;
    return { data, count: Math.min(found.total, MOST_ROWS), page, pageSize, isCapped };
  };

  const eventData = async (call: ProductCall) => {
    const { id, timezone, siteKey } = await siteOf(call);
    const asked = call.params['event'] ?? '';
    const [, visit = '', at = ''] = /^(-?\d{1,19})-(\d{13})-[0-9a-f]{8}$/.exec(asked) ?? [];
    if (visitId.validate(visit).error !== undefined) throw notFound('event');
    const span = { start: Number(at), end: Number(at) + 1 };
    const found = await events.list(
      { site: { id, timezone }, span, filter: everyVisit, visitId: visit },
      { limit: MOST_OF_SESSION, offset: 0, mostCounted: 0 },
    );
    const event = found.events.find((each) => eventId(each) === asked);
    if (event === undefined) throw notFound('event');
    return propsJson(event).map((row) => ({
      id: `${asked}-${row.dataKey}`,
      websiteId: siteKey,
      websiteEventId: asked,
      ...row,
    }));
  };

  return [
    get(`${path}/sessions`, sessions),
    get(`${path}/sessions/:session`, session),
    get(`${path}/sessions/:session/activity`, activity),
    get(`${path}/events`, list),
    ...eventDataEndpoints(base, get, deps),
    get(`${path}/event-data/:event`, eventData),
  ];
};
