import { useAlerts } from './alerts-harness.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('what an alert told', () => {
  const { platform, sent, createWatch, watch, api, create, visit } = useAlerts();

  const look = async () => {
    await platform()
      .db.database('alerts')
      .update({ next_check_at: new Date(0) });
    await watch(1000);
  };
  const subjects = () => sent.map(({ subject }) => subject.replace(/^\S+ /, ''));

  it('doesn’t keep it silent once it has another threshold', async () => {
    const site = await platform().createWebsite();
    const goal = await api('post', site, '/goals', { name: 'Home', type: 'page', pattern: '/' });
    const spike = await create(site, { type: 'spike', threshold: 1 });
    const reached = await create(site, {
      name: 'Goal',
      type: 'goal',
      goal: goal.body.data.id,
      threshold: 1,
      period: 'month',
    });
    await visit(site, '198.51.100.1');
    await look();
    expect(subjects().sort()).toEqual(['1 conversion this month', '1 visit within an hour']);
    for (const { id } of [spike, reached]) {
      // Not another rule: a form sends all of its fields.
      await api('patch', site, `/alerts/${id}`, { name: `Renamed ${id}`, threshold: 1 });
    }
    await look();
    expect(sent).toHaveLength(2);
    for (const { id } of [spike, reached]) await api('patch', site, `/alerts/${id}`, { threshold: 2 });
    await look();
    expect(sent).toHaveLength(2);
    await visit(site, '198.51.100.2');
    await look();
    await look();
    expect(subjects().slice(2).sort()).toEqual(['2 conversions this month', '2 visits within an hour']);
  });

  it('doesn’t keep it silent once it is about another goal or period', async () => {
    const site = await platform().createWebsite();
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) => api('post', site, '/goals', { name, type: 'page', pattern: '/' })),
    );
    const { id } = await create(site, { type: 'goal', goal: one?.body.data.id, period: 'month' });
    await visit(site, '198.51.100.3');
    await look();
    await api('patch', site, `/alerts/${id}`, { goal: other?.body.data.id });
    await look();
    await api('patch', site, `/alerts/${id}`, { period: 'day' });
    await look();
    await api('patch', site, `/alerts/${id}`, { period: 'month' });
    await look();
    expect(subjects()).toEqual([
      ...['this month', 'this month', 'today', 'this month'].map((when) => `1 conversion ${when}`),
    ]);
  });

  it('isn’t told twice of one spike over midnight, but of another an hour later', async () => {
    const site = await platform().createWebsite();
    await create(site, { type: 'spike', threshold: 1 });
    // Yesterday's: what follows lies in the past at any time of day.
    const midnight = Math.floor(Date.now() / DAY) * DAY - DAY;
    await platform().backfill(site, [midnight - 31 * MINUTE]);
    const watchAt = async (instant: number) => {
      await platform()
        .db.database('alerts')
        .update({ next_check_at: new Date(0) });
      await createWatch({ now: () => instant }).run();
    };
    for (const minutes of [-29, -1, 0, 20]) await watchAt(midnight + minutes * MINUTE);
    expect(sent).toHaveLength(1);
    await platform().backfill(site, [midnight + 25 * MINUTE]);
    await watchAt(midnight + 30 * MINUTE);
    expect(sent).toHaveLength(1);
    await watchAt(midnight + 31 * MINUTE);
    await watchAt(midnight + 40 * MINUTE);
    expect(sent).toHaveLength(2);
  });
});
