import { MAIL_CLAIM } from '@platform/mailer';

import { useAlerts } from './alerts-harness.ts';

const { platform, sent, createWatch, pass, watch, api, create, visit } = useAlerts();

const SPIKE = { type: 'spike', threshold: 1 };
const addresses = () => sent.map(({ to }) => to).sort();

describe('the watch over alerts', () => {
  it('tells nobody of an alert that is deleted while it is looked at', async () => {
    const site = await platform().createWebsite();
    const { id } = await create(site, SPIKE);
    await visit(site, '198.51.100.1');
    const { database } = platform().db;
    const told = () => database('outbox').count<{ count: string }[]>({ count: '*' });
    const before = await told();
    pass(2 * 60_000);
    const deleting = async () => {
      await api('delete', site, `/alerts/${id}`);
      return ['owner@example.org'];
    };
    await createWatch({ defaultRecipients: { of: deleting } }).run();
    expect([sent, await database('alert_messages')]).toEqual([[], []]);
    expect(await told()).toEqual(before);
  });

  it('passes by messages whose alert is gone, and removes them', async () => {
    const site = await platform().createWebsite();
    const { id } = await create(site, SPIKE);
    const orphan = {
      website_id: site.id,
      recipient: 'old@example.org',
      occasion: 'old',
      count: 1,
      happened_at: new Date(0),
      next_attempt_at: new Date(0),
    };
    const { database } = platform().db;
    await database('alert_messages').insert([
      { ...orphan, alert_id: id + 1_000, status: 'pending' },
      { ...orphan, alert_id: id + 1_001, status: 'sending' },
    ]);
    await visit(site, '198.51.100.2');
    await watch(2 * 60_000);
    expect(addresses()).toEqual(['owner@example.org']);
    expect(await database('alert_messages').pluck('alert_id')).toEqual([id, id]);
  });

  it('looks at the alerts of others where those of a deleted website are due', async () => {
    const [gone, site] = [await platform().createWebsite(), await platform().createWebsite()];
    const due = Array.from({ length: 60 }, (_, index) => ({
      ...SPIKE,
      website_id: gone.id,
      name: `${index}`,
      next_check_at: new Date(0),
    }));
    await platform().db.database('alerts').insert(due);
    expect((await api('delete', gone, '')).status).toBe(200);
    await create(site, SPIKE);
    await visit(site, '198.51.100.3');
    await watch(2 * 60_000);
    expect(addresses()).toEqual(['owner@example.org']);
  });

  it('doesn’t send again what another process sent when its own attempt fails late', async () => {
    const site = await platform().createWebsite();
    await create(site, SPIKE);
    await visit(site, '198.51.100.4');
    pass(2 * 60_000);
    const [slow, begun] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const send = () => {
      begun.resolve(undefined);
      return slow.promise;
    };
    const late = createWatch({ mailer: { destination: 'test', send, close: () => undefined } }).run();
    await begun.promise;
    await watch(MAIL_CLAIM + 1000);
    expect(addresses()).toEqual(['owner@example.org']);
    slow.reject(new Error('the connection broke'));
    await late;
    await watch();
    expect(addresses()).toEqual(['owner@example.org']);
  });
});
