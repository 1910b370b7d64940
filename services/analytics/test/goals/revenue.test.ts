import type { RawEvent, RawVisit } from '../stats/random-traffic.ts';
import { revenueOf } from '../stats/worth.ts';
import { FROM, TO, fits, useGoals } from './goals-harness.ts';

const { traffic, send } = useGoals();

type Accepts = (event: RawEvent, visit: RawVisit) => boolean;

const eventsOf = (accepts: Accepts): RawEvent[] =>
  traffic().visits.flatMap((visit) =>
    visit.events.filter((event) => event.kind === 1 && accepts(event, visit)),
  );

const GOALS: readonly [object, Accepts][] = [
  [{ pattern: 'signup' }, ({ name }) => name === 'signup'],
  [{ pattern: '*d*' }, ({ name }) => fits('*d*', name)],
  [{ pattern: '*', property: 'plan', property_value: 'pro' }, ({ props }) => props['plan'] === 'pro'],
];

describe('the revenue of goals equals a recount of the events', () => {
  it.each(GOALS)('of %j, altogether, by country, day and month', async (rule, accepts) => {
    const made = await send('post', '/goals', { name: JSON.stringify(rule), type: 'event', ...rule });
    const path = `/goals/${made.body.data.id as number}?from=${FROM}&to=${TO}`;
    const all = eventsOf(accepts);
    const months = (await send('get', `${path}&dimension=country&interval=month`)).body.data;
    expect(months.revenue).toEqual(revenueOf(all));
    expect(months.revenue.map(({ currency }: { currency: string | null }) => currency)).toEqual([
      'EUR',
      'USD',
      null,
    ]);

    expect(months.values.length).toBeGreaterThan(3);
    for (const { value, revenue } of months.values)
      expect([value, revenue]).toEqual([
        value,
        revenueOf(eventsOf((event, visit) => accepts(event, visit) && visit.values['country'] === value)),
      ]);

    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
    const days = (await send('get', `${path}&interval=day`)).body.data;
    expect([months.periods.length, days.periods.length]).toEqual([2, 20]);
    for (const { period, revenue } of [...months.periods, ...days.periods])
      expect([period, revenue]).toEqual([
        period,
        revenueOf(all.filter(({ ts }) => local.format(ts).startsWith(period))),
      ]);
  });
});
