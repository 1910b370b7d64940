import { addDays, localDay } from '../../src/calendar/local-day.ts';
import type { WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';
import { useImports, zipOf } from './imports-harness.ts';

const { platform, api, bring } = useImports();

interface GoalJson {
  conversions: number;
  converters: number;
  rate: number | null;
  periods?: { period: string; conversions: number; rate: number | null }[];
}

/** 40 imported visitors on two days, 8 of them on /thanks; one of two today reaches it. */
const prepare = async (): Promise<{ site: WebsiteJson; range: { from: string; to: string } }> => {
  const site = await platform().createWebsite({ timezone: zoneAtNoon() });
  const days = ['2024-01-01', '2024-01-02'];
  const lines = (header: string, row: (day: string) => string[]) => [header, ...days.flatMap(row)].join('\n');
  const zip = await zipOf({
    'imported_visitors.csv': lines('date,visitors,pageviews,bounces,visits,visit_duration', (day) => [
      `${day},20,45,10,20,600`,
    ]),
    'imported_pages.csv': lines('date,page,pageviews,visitors', (day) => [
      `${day},/,30,20`,
      `${day},/thanks,5,4`,
      `${day},/thanks/again,1,1`,
    ]),
    'imported_custom_events.csv': lines('date,name,visitors,events', (day) => [`${day},Signup,2,3`]),
    'imported_locations.csv': lines('date,country,visitors,visits', (day) => [`${day},DE,15,15`]),
  });
  expect(await bring(site, 'plausible', 'export.zip', zip)).toMatchObject({ error: null });
  for (const [address, page] of [
    ['198.51.100.1', '/'],
    ['198.51.100.1', '/thanks'],
    ['198.51.100.2', '/'],
  ] as const)
    await platform()
      .beacon({ k: site.site_key, u: `https://${site.domain}${page}` }, { 'X-Forwarded-For': address })
      .expect(204);
  const today = localDay(String(site['timezone']), Date.now());
  return { site, range: { from: '2024-01-01', to: addDays(today, 1) } };
};

describe('goals over imported days', () => {
  let site: WebsiteJson;
  let range: { from: string; to: string };
  const ask = async (goal: object, filters: readonly object[] = [], more: object = {}): Promise<GoalJson> => {
    const name = JSON.stringify([goal, filters, more]).slice(0, 90);
    const made = await api('post', `/websites/${site.id}/goals`, { name, ...goal });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const query = { ...range, ...more, ...(filters.length > 0 && { filters: JSON.stringify(filters) }) };
    const text = new URLSearchParams(query).toString();
    const { id } = made.body.data as { id: number };
    const { body } = await api('get', `/websites/${site.id}/goals/${id}?${text}`);
    await api('delete', `/websites/${site.id}/goals/${id}`);
    return body.data;
  };
  const is = (dimension: string, ...values: string[]) => ({ dimension, operator: 'is', values });
  const thanks = { type: 'page', pattern: '/thanks' };

  beforeAll(async () => {
    ({ site, range } = await prepare());
  });

  it('count all days without a filter', async () => {
    expect(await ask(thanks)).toMatchObject({ conversions: 11, converters: 9, rate: 0.2143 });
  });

  it.each([
    ['its own page', [is('page', '/thanks')], { conversions: 11, converters: 9, rate: 1 }],
    ['a pattern', [{ dimension: 'page', operator: 'matches', values: ['/thanks*'] }], { conversions: 11 }],
    ['any page but another', [{ dimension: 'page', operator: 'is_not', values: ['/'] }], { conversions: 11 }],
    ['one of two pages', [{ or: [is('page', '/thanks'), is('page', '/pricing')] }], { conversions: 11 }],
  ])('are counted under a filter that the goal meets: %s', async (_, filters, expected) => {
    expect(await ask(thanks, filters)).toMatchObject(expected);
  });

  it.each([
    ['another page', [is('page', '/')], 1, 1 / 2],
    ['no country', [is('country', '')], 1, 1 / 2],
    ['page and browser', [is('page', '/thanks'), is('browser', 'Chrome')], 1, 1],
  ])(
    'are left out under one that imports can’t tell of, with their visitors: %s',
    async (_, filters, conversions, rate) => {
      expect(await ask(thanks, filters)).toMatchObject({ conversions, rate });
    },
  );

  it('are left out where some of the goal’s pages don’t meet the filter', async () => {
    const goal = { type: 'page', pattern: '/thanks*' };
    expect(await ask(goal)).toMatchObject({ conversions: 13 });
    expect(await ask(goal, [is('page', '/thanks')])).toMatchObject({ conversions: 1, rate: 1 });
  });

  it('have rates of what can be counted: properties and scrolling aren’t imported', async () => {
    expect(await ask({ type: 'event', pattern: 'Signup' })).toMatchObject({ conversions: 6, rate: 0.0952 });
    expect(await ask({ type: 'event', pattern: 'Signup' }, [is('event', 'Signup')])).toMatchObject({
      conversions: 6,
      converters: 4,
    });
    expect(await ask({ type: 'event', pattern: 'Signup', property: 'plan' })).toMatchObject({ rate: 0 });
    await platform()
      .beacon(
        { k: site.site_key, u: `https://${site.domain}/`, n: 'Signup', p: { plan: 'pro' } },
        { 'X-Forwarded-For': '198.51.100.2' },
      )
      .expect(204);
    expect(await ask({ type: 'event', pattern: 'Signup', property: 'plan' })).toMatchObject({
      conversions: 1,
      rate: 0.5,
    });
  });

  it('are split by month in the same way', async () => {
    const own = await ask(thanks, [is('page', '/thanks')], { interval: 'month' });
    expect(own.periods?.[0]).toMatchObject({ period: '2024-01', conversions: 10, rate: 1 });
    const other = await ask(thanks, [is('page', '/')], { interval: 'month' });
    expect(other.periods?.[0]).toMatchObject({ period: '2024-01', conversions: 0, rate: null });
    expect(other.periods?.find(({ conversions }) => conversions > 0)?.rate).toBe(0.5);
  });

  it('take part in funnels of one step only, and so do their visitors', async () => {
    const funnel = async (steps: readonly object[]) => {
      const made = await api('post', `/websites/${site.id}/funnels`, { name: `F${steps.length}`, steps });
      expect([made.status, made.body.errors]).toEqual([201, undefined]);
      const path = `/websites/${site.id}/funnels/${made.body.data.id as number}?from=${range.from}&to=${range.to}`;
      return (await api('get', path)).body.data;
    };
    expect(await funnel([{ type: 'page', pattern: '/' }, thanks])).toMatchObject({
      visitors: 2,
      steps: [{ visitors: 2 }, { visitors: 1 }],
    });
  });
});
