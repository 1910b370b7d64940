import request from 'supertest';
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
