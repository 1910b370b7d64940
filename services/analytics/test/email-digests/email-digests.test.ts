import request from 'supertest';

import type { WebsiteJson } from '../harness.ts';
import { randomTraffic } from '../stats/random-traffic.ts';
import { storeTraffic } from '../stats/store-traffic.ts';
import { MONDAY, HOUR, FROM, WEDNESDAY, useDigests } from './digests-harness.ts';

const { platform, server, clock, service, addWebsite, statusOf, sentTo } = useDigests();

describe('e-mail digests', () => {
  it('arrive on Monday at 8:00 site time and not a minute earlier, once, however often the job runs', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock.now = MONDAY - 60_000;
    await reports.run();
    expect(server().messages).toHaveLength(0);
    clock.now = MONDAY;
    for (let round = 0; round < 5; round += 1) await reports.run();
    clock.now = MONDAY + 50 * HOUR;
    await service().run();
    expect(server().messages).toHaveLength(1);
    const [mail] = server().messages;
    expect(mail).toMatchObject({ from: { address: FROM }, to: [{ address: 'owner@example.org' }] });
    expect(mail?.subject).toMatch(new RegExp(`^${site.domain}: [\\d,]+ visitors, 13 Apr – 19 Apr 2026$`));
    clock.now = MONDAY + 7 * 24 * HOUR;
    await reports.run();
    expect((await statusOf(site)).map(({ status }) => status as string)).toEqual(['sent', 'skipped']);
  });

  it('contain what the API answers, in HTML and in text', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock.now = MONDAY;
    await reports.run();
    const answer = await request(platform().server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform().authorization)
      .send({
        metrics: ['visitors', 'pageviews'],
        date_range: { from: '2026-04-13', to: '2026-04-19' },
        compare: 'previous_period',
      });
    const { metrics, comparison } = answer.body.data.rows[0];
    expect(metrics.visitors).toBeGreaterThan(10);
    const [mail] = server().messages;
    const change = Math.round((metrics.visitors / comparison.visitors - 1) * 100);
    expect(mail?.text).toContain(
      `Visitors: ${metrics.visitors} (${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%)`,
    );
    expect(mail?.text).toContain(`Page views: ${metrics.pageviews}`);
    expect(mail?.html).toMatch(new RegExp(`>\\s*${metrics.visitors}\\s*</div>`));
    expect(mail?.html).toContain('from=2026-04-13&amp;to=2026-04-19&amp;access=token');
    // Programs that show mail know neither of these.
    expect(mail?.html).not.toMatch(/<svg|<script|<img|display:\s*flex/);
    expect(mail?.html?.match(/class="bar"/g)).toHaveLength(7);
  });

  it('count goals beside those of the period before, in both languages', async () => {
    for (const [language, title, locale] of [
      ['en', 'Goals', 'en'],
      ['de', 'Ziele', 'de'],
    ] as const) {
      clock.now = WEDNESDAY;
      const recipient = `${language}@example.org`;
      const site = await addWebsite({ language, email_recipients: recipient });
      const post = async (path: string, body: object) =>
        request(platform().server)
          .post(`/api/v1/websites/${site.id}${path}`)
          .set('Authorization', platform().authorization)
          .send(body);
      const goal = await post('/goals', { name: 'Any <page>', type: 'page', pattern: '/*' });
      await post('/goals', { name: 'Never', type: 'event', pattern: 'nobody-sends-it' });
      const reports = service();
      await reports.run();
      clock.now = MONDAY;
      await reports.run();
      const conversionsIn = async (from: string, to: string): Promise<number> => {
        const answer = await request(platform().server)
          .get(`/api/v1/websites/${site.id}/goals/${goal.body.data.id}`)
          .query({ from, to })
          .set('Authorization', platform().authorization);
        return answer.body.data.conversions as number;
      };
      const now = await conversionsIn('2026-04-13', '2026-04-19');
      const before = await conversionsIn('2026-04-06', '2026-04-12');
      expect(Math.min(now, before)).toBeGreaterThan(0);
      const [mail] = sentTo(recipient);
      const change = Math.round((now / before - 1) * 100);
      const sign = change > 0 ? '+' : change < 0 ? '−' : '';
      expect(mail?.text).toContain(
        `${title}\n${now.toLocaleString(locale).padStart(9)}  Any <page> (${sign}${Math.abs(change)}${language === 'de' ? '\u00a0' : ''}%)`,
      );
      expect(mail?.html).toContain('Any &lt;page&gt;');
      expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toContain('Never');
    }
  });

  it('speak the language of the website, in numbers and dates too', async () => {
    const site = await addWebsite({ language: 'de' });
    const reports = service();
    await reports.run();
    clock.now = MONDAY;
    await reports.run();
    const [mail] = server().messages;
    expect(mail?.subject).toMatch(
      new RegExp(`^${site.domain}: [\\d.]+ Besucher, 13\\. Apr\\.? – 19\\. Apr\\.? 2026$`),
    );
    for (const text of ['Seitenaufrufe: ', 'Absprungrate: ', 'Besucher nach Tagen', 'Abbestellen: '])
      expect(mail?.text).toContain(text);
    expect(mail?.text).toMatch(/Absprungrate: [\d,]+\u00a0%/);
    expect(mail?.html).toContain('<html lang="de">');
    expect(mail?.html).toContain('verglichen mit der Woche davor');
    expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toMatch(/Visitors|Unsubscribe|You get/);
    const link = /Abbestellen: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const page = await request(platform().server).get(new URL(link).pathname).set('Accept-Language', 'de');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({ 'content-language': 'de' });
    expect(page.text).toContain(`<html lang="de">`);
    expect(page.text).toContain(`Möchten Sie keine E-Mail-Berichte über ${site.domain} mehr?`);
  });

  it('go to each recipient once, even with several processes running', async () => {
    const recipients = Array.from({ length: 12 }, (_, index) => `reader${index}@example.org`);
    const sites = [
      await addWebsite({ email_recipients: recipients.join('\n') }),
      await addWebsite({ email_recipients: recipients.join('\n') }),
    ];
    const processes = [service(), service(), service(), service()];
    await Promise.all(processes.map((reports) => reports.run()));
    clock.now = MONDAY;
    await Promise.all(processes.map((reports) => reports.run()));
    await Promise.all(processes.map((reports) => reports.run()));
    expect(server().messages).toHaveLength(24);
    for (const recipient of recipients) expect(sentTo(recipient)).toHaveLength(2);
    for (const site of sites)
      expect((await statusOf(site)).every(({ status }) => status === 'sent')).toBe(true);
  });

  it('are skipped without traffic, without recipients and when switched off', async () => {
    const empty = await addWebsite({}, false);
    const nobody = await addWebsite({ email_recipients: '' });
    const off = await addWebsite({ email: 0 });
    const later = await addWebsite();
    const reports = service();
    await reports.run();
    await request(platform().server)
      .patch(`/api/v1/websites/${later.id}`)
      .set('Authorization', platform().authorization)
      .send({ email: 0 });
    clock.now = MONDAY;
    await reports.run();
    expect((await statusOf(empty)).map(({ status }) => status as string)).toEqual(['skipped']);
    for (const site of [nobody, off, later]) expect(await statusOf(site)).toEqual([]);
    expect(server().messages).toHaveLength(0);
  });

  it('come monthly on request, and once for the latest period after a long outage', async () => {
    const monthly = await addWebsite({ email_frequency: 'monthly', email_recipients: 'monthly@example.org' });
    const reports = service();
    await reports.run();
    clock.now = Date.parse('2026-05-01T05:59:00Z');
    await reports.run();
    expect(server().messages).toHaveLength(0);
    clock.now = Date.parse('2026-05-01T06:00:00Z');
    await reports.run();
    expect(sentTo('monthly@example.org')[0]?.subject).toContain('1 Apr – 30 Apr 2026');
    expect(await statusOf(monthly)).toHaveLength(1);

    const weekly = await addWebsite({ email_recipients: 'weekly@example.org' });
    clock.now = WEDNESDAY;
    await reports.run();
    clock.now = MONDAY + 30 * 24 * HOUR;
    await reports.run();
    expect(await statusOf(weekly)).toHaveLength(1);
  });

  it('follow a change of time zone', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    await request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send({ timezone: 'America/New_York' });
    await reports.run();
    clock.now = MONDAY + 5 * HOUR;
    await reports.run();
    expect(server().messages).toHaveLength(0);
    clock.now = MONDAY + 6 * HOUR;
    await reports.run();
    expect(server().messages).toHaveLength(1);
  });
});

describe('digests whose schedule changes before they are sent', () => {
  const change = (site: WebsiteJson, fields: object) =>
    request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send(fields)
      .expect(200);
  const subjects = () => server().messages.map(({ subject }) => subject?.replace(/^.*visitors?, /, ''));

  it('come when the time zone moves east past the moment, and once', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    await service().run();
    // Monday 10:00 in Berlin, and 4:00 in New York.
    clock.now = MONDAY + 2 * HOUR;
    await service().run();
    expect(server().messages).toHaveLength(0);
    await change(site, { timezone: 'Europe/Berlin' });
    await Promise.all([service().run(), service().run()]);
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
    await change(site, { timezone: 'America/New_York' });
    await service().run();
    clock.now = MONDAY + 6 * HOUR;
    await service().run();
    expect(await statusOf(site)).toHaveLength(1);
    clock.now = MONDAY + 7 * 24 * HOUR + 6 * HOUR;
    await service().run();
    expect(await statusOf(site)).toHaveLength(2);
  });

  it('wait for 8:00 in the new time zone', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    await service().run();
    clock.now = MONDAY - HOUR;
    await change(site, { timezone: 'Europe/Berlin' });
    await service().run();
    expect(server().messages).toHaveLength(0);
    clock.now = MONDAY;
    await service().run();
    await service().run();
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
  });

  it('come for the month that ended when they become weekly that morning', async () => {
    const site = await addWebsite({ email_frequency: 'monthly' });
    clock.now = Date.parse('2026-03-15T12:00:00Z');
    await service().run();
    // The first, 7:00 in Berlin, a Wednesday.
    clock.now = Date.parse('2026-04-01T05:00:00Z');
    await change(site, { email_frequency: 'weekly' });
    await service().run();
    clock.now = Date.parse('2026-04-01T06:00:00Z');
    await service().run();
    expect(subjects()).toEqual(['1 Mar – 31 Mar 2026']);
    clock.now = Date.parse('2026-04-06T06:00:00Z');
    await service().run();
    expect(subjects().slice(1)).toEqual(['30 Mar – 5 Apr 2026']);
  });

  it('don’t come for a period before the first one that was promised', async () => {
    const site = await addWebsite();
    await service().run();
    await change(site, { timezone: 'Asia/Tokyo' });
    await service().run();
    await change(site, { email_frequency: 'monthly' });
    await service().run();
    clock.now = WEDNESDAY + 2 * HOUR;
    await service().run();
    expect(await statusOf(site)).toEqual([]);
  });

  it('are about weeks that begin on Sunday, from the change on', async () => {
    const site = await addWebsite({ week_start: 'sunday' });
    await service().run();
    // Sunday 8:00 in Berlin.
    clock.now = MONDAY - 24 * HOUR;
    await service().run();
    expect(subjects()).toEqual(['12 Apr – 18 Apr 2026']);
    // Only a day of the week up to this Sunday wasn't told.
    clock.now = MONDAY + HOUR;
    await change(site, { week_start: 'monday' });
    await service().run();
    expect(subjects()).toHaveLength(1);
    clock.now = MONDAY + 6 * 24 * HOUR + HOUR;
    await change(site, { week_start: 'sunday' });
    await service().run();
    await service().run();
    expect((await statusOf(site)).map(({ status }) => status as string)).toEqual(['sent', 'skipped']);
  });

  it('come for the latest period only after a long outage', async () => {
    const site = await addWebsite({ timezone: 'America/New_York' });
    clock.now = Date.parse('2026-03-18T12:00:00Z');
    await service().run();
    clock.now = MONDAY + 2 * HOUR;
    await change(site, { timezone: 'Europe/Berlin' });
    await service().run();
    expect(subjects()).toEqual(['13 Apr – 19 Apr 2026']);
  });
});

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
