import request from 'supertest';

import { localDay } from '../../src/calendar/local-day.ts';
import { STATISTIC_NAMES } from '../../src/stats/stats-schema.ts';
import { whenEnded } from '../when-ended.ts';
import { randomTraffic } from './random-traffic.ts';
import { reference } from './reference.ts';
import { url, expected, RANGE, traffic, NOW, useStatsApi } from './stats-api-harness.ts';
import { storeTraffic } from './store-traffic.ts';

const { stats, key, get, query, uncalled } = useStatsApi();

describe('GET /api/v1/stats/{id}', () => {
  it.each(STATISTIC_NAMES)('answers %s with rows of value and count', async (name) => {
    const { status, body } = await get(url({ name, per_page: 100 }));
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(0);
    const counts = body.data.map((row: { count: number }) => row.count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(body.meta.total).toBe(body.data.length);
  });

  it('lists visitors for every day of the range, even days without any', async () => {
    const { body } = await get(
      url({ name: 'visitors', sort_by: 'value', sort: 'asc', per_page: 100, to: '2026-04-20' }),
    );
    const days = expected(['time:day']);
    expect(body.data).toHaveLength(32);
    expect(body.data[0].value).toBe('2026-03-20');
    expect(body.data.at(-1)).toEqual({ value: '2026-04-20', count: 0 });
    for (const { value, count } of body.data)
      expect(count).toBe(days.get(JSON.stringify([value]))?.visitors ?? 0);
  });

  it('sums hours of the day, continents and pages like the raw events', async () => {
    const total = [...expected(['time:day']).values()].reduce((sum, day) => sum + day.pageviews, 0);
    const hours = (await get(url({ name: 'pageviews_hour', per_page: 25, sort_by: 'value', sort: 'asc' })))
      .body;
    expect(hours.data.map((row: { value: string }) => row.value).slice(0, 3)).toEqual(['00', '01', '02']);
    expect(hours.meta.total).toBe(24);
    expect(hours.data.reduce((sum: number, row: { count: number }) => sum + row.count, 0)).toBe(total);
    const continents = (await get(url({ name: 'continent' }))).body.data;
    const countries = expected(['country']);
    const of = (code: string) => countries.get(JSON.stringify([code]))?.visitors ?? 0;
    expect(continents).toContainEqual({ value: 'Europe', count: of('DE') + of('FR') });
    const pages = (await get(url({ name: 'page' }))).body.data;
    for (const { value, count } of pages)
      expect(count).toBe(expected(['page']).get(JSON.stringify([value]))?.pageviews);
  });

  it('sums hours over ranges of many years', async () => {
    const short = await get(url({ name: 'pageviews_hour', per_page: 25 }));
    const long = await get(
      url({ name: 'pageviews_hour', per_page: 25, from: '2001-01-01', to: '2060-12-31' }),
    );
    expect(long.status).toBe(200);
    // Events of the evening of the last day may belong to the day after the range.
    const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
    const late = traffic.visits.flatMap(({ events }) => events).filter(({ kind }) => kind === 0).length;
    expect(sum(long.body.data as { count: number }[])).toBe(late);
    expect(sum(short.body.data as { count: number }[])).toBeGreaterThan(late / 2);
    expect((await get('/api/v1/stats/9?name=visitors_hour&per_page=100')).body.data).toHaveLength(24);
  });

  it('searches literally and case-insensitively, sorts by value, and pages without overlap', async () => {
    expect(
      (await get(url({ name: 'page', search: '100%' }))).body.data.map((row: { value: string }) => row.value),
    ).toEqual(['/blog/100%']);
    expect((await get(url({ name: 'page', search: 'B_C' }))).body.data).toHaveLength(1);
    expect((await get(url({ name: 'browser', search: 'FIRE' }))).body.data[0].value).toBe('Firefox');
    expect((await get(url({ name: 'visitors', search: '2026-04' }))).body.meta.total).toBe(10);
    const first = (await get(url({ name: 'visitors', sort_by: 'value', sort: 'asc', page: 1 }))).body;
    const second = (await get(url({ name: 'visitors', sort_by: 'value', sort: 'asc', page: 2 }))).body;
    expect([first.data.at(-1).value, second.data[0].value]).toEqual(['2026-03-29', '2026-03-30']);
    expect(first.links.next).toContain('page=2');
    const beyond = (await get(url({ name: 'page', page: 99 }))).body;
    expect(beyond).toMatchObject({ data: [], meta: { total: 8, current_page: 99 } });
  });

  it('defaults to the last 30 days of the site’s calendar', async () => {
    const { body } = await get('/api/v1/stats/7?name=visitors&sort_by=value&sort=asc&per_page=100');
    expect([body.data[0].value, body.data.at(-1).value]).toEqual(['2026-03-17', '2026-04-15']);
  });

  it('answers CSV with all rows on request', async () => {
    const { text, headers } = await get(url({ name: 'visitors', sort_by: 'value', sort: 'asc' }), 'text/csv');
    expect(headers['content-disposition']).toBe('attachment; filename="visitors.csv"');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'value,count',
      `2026-03-20,${expected(['time:day']).get('["2026-03-20"]')?.visitors}`,
    ]);
    expect(text.trim().split('\r\n')).toHaveLength(23);
  });

  it.each([
    ['text/csv;q=0.5, application/json;q=0.1', 'text/csv'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['text/*', 'text/csv'],
    ['*/*', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    expect((await get('/api/v1/stats/7?name=page', accept)).headers['content-type']).toContain(type);
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const path of ['?name=page', '/realtime', `/events?from=${RANGE.from}`]) {
      const answer = await request(stats().app).head(`/api/v1/stats/7${path}`).set('Authorization', key());
      expect([answer.status, answer.text || '']).toEqual([200, '']);
    }
  });

  it('has nothing past the last page', async () => {
    const { body } = await get('/api/v1/stats/7?name=page&page=1000000');
    expect(body).toMatchObject({ data: [], meta: { current_page: 1_000_000, last_page: 1, from: null } });
  });

  it.each([
    ['name=visitor', 'name'],
    ['', 'name'],
    ['name=page&sort_by=id', 'sort_by'],
    ['name=page&sort=up', 'sort'],
    ['name=page&per_page=11', 'per_page'],
    ['name=page&search_by=count', 'search_by'],
    ['name=page&from=2026-02-30', 'from'],
    ['name=page&from=yesterday', 'from'],
    ['name=page&from=2026-04-02&to=2026-04-01', 'to'],
    ['name=page&from=9999-12-31', 'from'],
    ['name=page&to=9999-12-31', 'to'],
    ['name=page&to=0001-01-02', 'to'],
    ['name=__proto__', 'name'],
    ['name=page&search=%00', 'search'],
    ['name=page&per_page=0x19', 'per_page'],
    ['name=page&page=0', 'page'],
    ['name=page&page=1.5', 'page'],
    ['name=page&name=browser', 'name'],
  ])('refuses ?%s, naming %s', async (text, field) => {
    const { status, body } = await get(`/api/v1/stats/7?${text}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('hides other organisations’ websites and impossible ids', async () => {
    for (const id of ['8', '0', 'abc', '1.5', '99999999999'])
      expect((await get(`/api/v1/stats/${id}?name=page`)).status).toBe(404);
  });

  it('requires a key with stats:read', async () => {
    expect((await request(stats().app).get('/api/v1/stats/7?name=page')).status).toBe(401);
    const other = await stats().identity.bearer({ scopes: ['websites:read'] });
    const { status, body } = await request(stats().app)
      .get('/api/v1/stats/7?name=page')
      .set('Authorization', other);
    expect(status).toBe(403);
    expect(body.message).toContain('stats:read');
  });
});

describe('POST /api/v1/stats/{id}/query', () => {
  const metrics = [
    'visitors',
    'visits',
    'pageviews',
    'events',
    'bounce_rate',
    'visit_duration',
    'views_per_visit',
    'engaged_time',
    'scroll_depth',
  ];

  it('answers every metric of a range', async () => {
    const { body } = await query({ metrics, date_range: RANGE });
    const [sums] = [...reference(traffic, { range: RANGE, groupBy: [], filter: { and: [] } }).values()];
    expect(body.data.rows).toEqual([
      {
        dimensions: {},
        metrics: {
          visitors: sums!.visitors,
          visits: sums!.visits,
          pageviews: sums!.pageviews,
          events: sums!.events,
          bounce_rate: Number((sums!.bounces / sums!.visits).toFixed(4)),
          visit_duration: Number((sums!.duration / sums!.visits).toFixed(1)),
          views_per_visit: Number((sums!.pageviews / sums!.visits).toFixed(2)),
          engaged_time: Number((sums!.engaged / sums!.pageviews / 1000).toFixed(1)),
          scroll_depth: Number((sums!.scroll / sums!.pageviews).toFixed(1)),
        },
      },
    ]);
    expect(body.data).toMatchObject({
      date_range: RANGE,
      comparison_date_range: null,
      timezone: 'Europe/Berlin',
      total: 1,
    });
  });
});

describe('GET /api/v1/stats/{id}/realtime', () => {
  it('counts the last 5 and 30 minutes', async () => {
    const live = randomTraffic({
      websiteId: 9,
      zone: 'UTC',
      from: '2026-04-15',
      days: 1,
      visits: 1,
      seed: 3,
    });
    const [first] = live.visits;
    const base = first!.events[0]!;
    const at = (minutes: number, visitId: number, kind = 0) => ({
      ...base,
      ts: NOW - minutes * 60_000,
      visitId,
      kind,
      page: '/live',
    });
    const visit = (visitId: number, country: string, events: (typeof base)[]) => ({
      ...first!,
      visitId,
      visitorId: visitId,
      startedAt: events[0]!.ts,
      values: { ...first!.values, country, referrer: 'news.example.org' },
      events,
    });
    live.visits = [
      visit(1, 'NP', [at(31, 1), at(29.5, 1), at(4, 1)]),
      visit(2, 'IN', [at(12, 2), at(2, 2, 2)]),
      visit(3, 'NP', [at(40, 3)]),
    ];
    await storeTraffic(stats().db.database, live);
    const { body } = await get('/api/v1/stats/9/realtime');
    expect(body.data).toMatchObject({
      last_5_minutes: { visitors: 2, pageviews: 1 },
      last_30_minutes: { visitors: 2, pageviews: 3 },
      pages: [{ value: '/live', visitors: 2 }],
      countries: [
        { value: 'IN', visitors: 1 },
        { value: 'NP', visitors: 1 },
      ],
    });
    expect(body.data.pageviews_per_minute).toHaveLength(30);
    expect([
      body.data.pageviews_per_minute[0],
      body.data.pageviews_per_minute[17],
      body.data.pageviews_per_minute[25],
    ]).toEqual([1, 1, 1]);
    expect((await get('/api/v1/stats/9/realtime', 'text/csv')).text.split('\r\n')[30]).toBe('0,0');
  });
});

describe('GET /api/v1/stats/{id}/events', () => {
  it('streams every raw event of the range in order, with its visit’s values', async () => {
    const { text, headers } = await get(
      `/api/v1/stats/7/events?from=${RANGE.from}&to=2026-04-12`,
      'application/x-ndjson',
    );
    expect(headers['content-type']).toContain('application/x-ndjson');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const all = traffic.visits
      .flatMap((visit) => visit.events.map((event) => ({ visit, event })))
      .sort((a, b) => a.event.ts - b.event.ts);
    expect(lines).toHaveLength(all.length);
    lines.forEach((line, index) => {
      expect(line['time']).toBe(new Date(all[index]!.event.ts).toISOString());
    });
    const { visit, event } = all[5]!;
    expect(lines[5]).toMatchObject({
      type: ['pageview', 'event', 'engagement'][event.kind],
      page: event.page,
      event: event.name || null,
      props: event.props,
      country: visit.values['country'] || null,
      entry_page: visit.entryPage,
    });
  });

  it('finds the events of a century at once', async () => {
    const { text } = await get(
      '/api/v1/stats/7/events?from=1999-01-01&to=2098-12-31',
      'application/x-ndjson',
    );
    expect(text.trim().split('\n')).toHaveLength(traffic.visits.flatMap(({ events }) => events).length);
  });

  it('is empty for a day without events', async () => {
    expect((await get('/api/v1/stats/7/events', 'application/x-ndjson')).text).toBe('');
  });
});

it('lists the properties of events and page views with how many have them', async () => {
  const { body } = await get(`/api/v1/stats/7/properties?from=${RANGE.from}&to=${RANGE.to}`);
  const events = traffic.visits
    .flatMap(({ events }) => events)
    .filter(({ ts }) => localDay('Europe/Berlin', ts) <= RANGE.to);
  const counts = new Map<string, number>();
  for (const { props } of events)
    for (const name of Object.keys(props)) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(body.data).toEqual(
    [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  );
  expect(body.data.length).toBeGreaterThan(0);
  expect((await get('/api/v1/stats/8/properties')).status).toBe(404);
});

it('documents every statistics endpoint, and no other', async () => {
  const days = `from=${RANGE.from}&to=${RANGE.to}`;
  await query({ metrics: ['visits'], date_range: RANGE });
  for (const path of [`?name=page&${days}`, '/realtime', `/properties?${days}`, `/events?${days}`])
    expect([path, (await get(`/api/v1/stats/7${path}`)).status]).toEqual([path, 200]);
  expect(await uncalled()).toEqual([]);
});

it.each(['/realtime', '/properties'])('answers 503 when PostgreSQL gives up %s', async (path) => {
  const { status, headers } = await whenEnded(stats().db.database, 'events', () =>
    get(`/api/v1/stats/7${path}`),
  );
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});
