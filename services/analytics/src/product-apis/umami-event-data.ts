import Joi from 'joi';

import type { StatsService } from '../stats/stats-service.ts';
import type { Questions } from '../stats/questions.ts';
import type { Website } from '../websites/website.ts';
import type { EventDataStore, EventProperty } from './single-events-store.ts';
import { readFields } from './product-api.ts';
import type { ProductCall, ProductEndpoint } from './product-api.ts';
import { daysOf, filtersOf, MOST_ROWS, rangeQuery, refuse } from './umami-questions.ts';

export interface UmamiEventDataDeps {
  readonly eventData: EventDataStore;
  readonly stats: Pick<StatsService, 'query'>;
  readonly questions: Pick<Questions, 'filter'>;
  readonly siteOf: (call: ProductCall) => Promise<Website>;
}

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
export const eventDataEndpoints = (
  base: string,
  get: (path: string, answer: (call: ProductCall) => Promise<unknown>) => ProductEndpoint,
  { eventData, stats, questions, siteOf }: UmamiEventDataDeps,
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
