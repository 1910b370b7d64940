import request from 'supertest';

import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { MONDAY, HOUR, useDigests } from './digests-harness.ts';

const { platform, server, clock, service, addWebsite, statusOf, sentTo } = useDigests();

describe('unsubscribing', () => {
  const sendOne = async (): Promise<string> => {
    const reports = service();
    await reports.run();
    clock.now = MONDAY;
    await reports.run();
    const header =
      server()
        .messages.at(-1)
        ?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    return new URL(header.replace(/[<>]/g, '')).pathname;
  };

  it('works with one click as in RFC 8058, for that recipient only', async () => {
    const site = await addWebsite({ email_recipients: 'owner@example.org\nother@example.org' });
    await sendOne();
    const [first] = sentTo('owner@example.org');
    expect(first?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    const header = first?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const path = new URL(header.replace(/[<>]/g, '')).pathname;
    const answer = await request(platform().server)
      .post(path)
      .type('form')
      .send('List-Unsubscribe=One-Click');
    expect(answer.status).toBe(200);
    clock.now = MONDAY + 7 * 24 * HOUR;
    await storeTraffic(
      platform().db.database,
      randomTraffic({
        websiteId: (await addWebsite({ email_recipients: 'x@example.org' }, false)).id,
        zone: 'UTC',
        from: '2026-04-20',
        days: 1,
        visits: 1,
        seed: 1,
      }),
    );
    await service().run();
    const rows = await statusOf(site);
    expect(
      rows.filter(({ recipient }) => recipient === 'owner@example.org').map(({ status }) => status as string),
    ).toEqual(['sent', 'cancelled']);
    expect(
      rows.filter(({ recipient }) => recipient === 'other@example.org').map(({ status }) => status as string),
    ).toEqual(['sent', 'skipped']);
  });

  it('only asks for confirmation when the link is opened, as scanners do', async () => {
    const site = await addWebsite();
    const path = await sendOne();
    const page = await request(platform().server).get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(site.domain);
    expect(await platform().db.database('email_unsubscribes')).toHaveLength(0);
    expect((await request(platform().server).post(path)).text).toContain('no more e-mail digests');
    expect(await platform().db.database('email_unsubscribes')).toHaveLength(1);
    expect((await request(platform().server).post(path)).status).toBe(200);
  });

  it('refuses links that were never mailed', async () => {
    await addWebsite();
    const path = await sendOne();
    const forged = `${Buffer.from('1 somebody@example.org').toString('base64url')}~${path.split('~')[1] ?? ''}`;
    for (const link of [
      `/unsubscribe/${forged}`,
      `${path}x`,
      '/unsubscribe/x',
      '/unsubscribe/%00',
      '/unsubscribe/~',
    ])
      for (const method of ['get', 'post'] as const)
        expect([400, 404]).toContain((await request(platform().server)[method](link)).status);
    expect(await platform().db.database('email_unsubscribes')).toHaveLength(0);
  });
});
