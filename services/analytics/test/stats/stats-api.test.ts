import { STATISTIC_NAMES } from '../../src/stats/statistic-names.ts';
import { randomTraffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';
import { reference } from './reference.ts';
import { url, expected, RANGE, traffic, NOW, useStatsApi } from './stats-api-harness.ts';

const { stats, get, query, uncalled } = useStatsApi();

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

it('documents every statistics endpoint, and all of them were called', async () => {
  expect(await uncalled()).toEqual([]);
});
