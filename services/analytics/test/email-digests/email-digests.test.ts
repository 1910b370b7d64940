import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import request from 'supertest';

import { startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';
import { createEmailDigestsService } from '../../src/email-digests/email-digests-service.ts';
import { createEmailDigestsStore } from '../../src/email-digests/email-digests-store.ts';
import { createMailer } from '../../src/email-digests/mailer.ts';
import type { Mailer } from '../../src/email-digests/mailer.ts';
import { createUnsubscribeLinks } from '../../src/email-digests/unsubscribe-links.ts';
import { createLinkSigner } from '@platform/page-access';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { randomTraffic, storeTraffic } from '../stats/random-traffic.ts';
import { startMailServer } from './mail-server.ts';
import type { MailServer } from './mail-server.ts';

const FROM = 'statistics@example.test';
const HOUR = 3_600_000;
/** A Wednesday; the next Monday 8:00 in Berlin is 2026-04-20T06:00Z. */
const WEDNESDAY = Date.parse('2026-04-15T12:00:00Z');
const MONDAY = Date.parse('2026-04-20T06:00:00Z');

let platform: Platform;
let server: MailServer;
let clock = WEDNESDAY;
const mailers: Mailer[] = [];

const service = (mailer?: Mailer) => {
  const signer = createLinkSigner(Buffer.alloc(32, 1));
  const made = mailer ?? createMailer({ smtpUrl: server.url, folder: '', from: FROM });
  mailers.push(made);
  return createEmailDigestsService({
    store: createEmailDigestsStore(platform.db.database),
    stats: createStatsStore(platform.db.database),
    links: createUnsubscribeLinks(signer, Date.now),
    pageQuery: ({ id }) => Promise.resolve(`access=token${id}`),
    publicUrl: 'http://localhost:8080',
    logger: silentLogger(),
    mailer: made,
    now: () => clock,
  });
};

/** A website with reports on and traffic in the weeks before the Monday. */
const addWebsite = async (fields: Record<string, unknown> = {}, hasTraffic = true): Promise<WebsiteJson> => {
  const site = await platform.createWebsite({
    email: 1,
    email_recipients: 'owner@example.org',
    timezone: 'Europe/Berlin',
    ...fields,
  });
  if (hasTraffic)
    await storeTraffic(
      platform.db.database,
      randomTraffic({
        websiteId: site.id,
        zone: 'Europe/Berlin',
        from: '2026-03-01',
        days: 49,
        visits: 300,
        seed: site.id,
      }),
    );
  return site;
};
const statusOf = async (site: WebsiteJson) =>
  platform.db
    .database('email_deliveries')
    .where({ website_id: site.id })
    .orderBy(['first_day', 'recipient'])
    .select('status', 'attempts', 'error', 'recipient');
const sentTo = (address: string) => server.messages.filter(({ recipients }) => recipients.includes(address));

beforeEach(async () => {
  platform = await startPlatform();
  server = await startMailServer();
  clock = WEDNESDAY;
});
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close();
  await server.close();
  await platform.stop();
});

describe('e-mail digests', () => {
  it('arrive on Monday at 8:00 site time and not a minute earlier, once, however often the job runs', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock = MONDAY - 60_000;
    await reports.run();
    expect(server.messages).toHaveLength(0);
    clock = MONDAY;
    for (let round = 0; round < 5; round += 1) await reports.run();
    clock = MONDAY + 50 * HOUR;
    await service().run();
    expect(server.messages).toHaveLength(1);
    const [mail] = server.messages;
    expect(mail).toMatchObject({ from: { address: FROM }, to: [{ address: 'owner@example.org' }] });
    expect(mail?.subject).toMatch(new RegExp(`^${site.domain}: [\\d,]+ visitors, 13 Apr – 19 Apr 2026$`));
    clock = MONDAY + 7 * 24 * HOUR;
    await reports.run();
    expect((await statusOf(site)).map(({ status }) => status as string)).toEqual(['sent', 'skipped']);
  });

  it('contain what the API answers, in HTML and in text', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock = MONDAY;
    await reports.run();
    const answer = await request(platform.server)
      .post(`/api/v1/stats/${site.id}/query`)
      .set('Authorization', platform.authorization)
      .send({
        metrics: ['visitors', 'pageviews'],
        date_range: { from: '2026-04-13', to: '2026-04-19' },
        compare: 'previous_period',
      });
    const { metrics, comparison } = answer.body.data.rows[0];
    expect(metrics.visitors).toBeGreaterThan(10);
    const [mail] = server.messages;
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
    clock = MONDAY;
    await Promise.all(processes.map((reports) => reports.run()));
    await Promise.all(processes.map((reports) => reports.run()));
    expect(server.messages).toHaveLength(24);
    for (const recipient of recipients) expect(sentTo(recipient)).toHaveLength(2);
    for (const site of sites)
      expect((await statusOf(site)).every(({ status }) => status === 'sent')).toBe(true);
  });

  it('are retried at growing intervals when the mail server refuses, and arrive once', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock = MONDAY;
    server.refuseWith = 451;
    await reports.run();
    await reports.run();
    expect((await statusOf(site))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    clock += 60_000;
    await reports.run();
    expect((await statusOf(site))[0]).toMatchObject({ status: 'pending', attempts: 2 });
    clock += 60_000;
    server.refuseWith = null;
    await reports.run();
    expect(server.messages).toHaveLength(0);
    clock += 4 * 60_000;
    await reports.run();
    await reports.run();
    expect(server.messages).toHaveLength(1);
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 3, error: null });
  });

  it('are given up when the server refuses the recipient permanently, or after the last retry', async () => {
    const [gone, busy] = [
      await addWebsite({ email_recipients: 'gone@example.org' }),
      await addWebsite({ email_recipients: 'busy@example.org' }, true),
    ];
    const reports = service();
    await reports.run();
    clock = MONDAY;
    server.refuseWith = 550;
    await reports.run();
    expect((await statusOf(gone))[0]).toMatchObject({ status: 'failed', attempts: 1 });
    await platform.db
      .database('email_deliveries')
      .where({ website_id: busy.id })
      .update({ status: 'pending' });
    server.refuseWith = 451;
    for (let round = 0; round < 12; round += 1) {
      clock += 13 * HOUR;
      await reports.run();
    }
    expect((await statusOf(busy))[0]).toMatchObject({ status: 'failed', attempts: 8 });
    expect(server.messages).toHaveLength(0);
  });

  it('survive a crash at any moment before the server has accepted the message', async () => {
    const site = await addWebsite();
    await service().run();
    clock = MONDAY;
    const crashing = service({
      destination: 'nowhere',
      // The process dies: nothing after this line ever happens.
      send: () => new Promise(() => undefined),
      close: () => undefined,
    });
    void crashing.run();
    await eventually(async () => {
      expect((await statusOf(site))[0]).toMatchObject({ status: 'sending' });
    });
    await service().run();
    expect(server.messages).toHaveLength(0);
    clock = MONDAY + 6 * 60_000;
    await service().run();
    await service().run();
    expect(server.messages).toHaveLength(1);
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('are not sent again when an attempt fails after another has succeeded', async () => {
    const site = await addWebsite();
    await service().run();
    clock = MONDAY;
    let fail = (): void => undefined;
    const hanging = service({
      destination: 'nowhere',
      send: () =>
        new Promise((_, reject) => {
          fail = () => {
            reject(new Error('the line broke at last'));
          };
        }),
      close: () => undefined,
    });
    const slow = hanging.run();
    await eventually(async () => {
      expect((await statusOf(site))[0]).toMatchObject({ status: 'sending' });
    });
    clock = MONDAY + 6 * 60_000;
    await service().run();
    expect(server.messages).toHaveLength(1);
    fail();
    await slow;
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 2, error: null });
    clock += HOUR;
    await service().run();
    expect(server.messages).toHaveLength(1);
  });

  it('stop after the message being sent when the process ends, and continue in the next process', async () => {
    const site = await addWebsite({ email_recipients: 'a@example.org\nb@example.org\nc@example.org' });
    await service().run();
    clock = MONDAY;
    const stopping = new AbortController();
    server.beforeAccept = () => {
      stopping.abort();
      return Promise.resolve();
    };
    await service().run(stopping.signal);
    expect(server.messages).toHaveLength(1);
    const statuses = async () => (await statusOf(site)).map(({ status }) => status as string);
    expect(await statuses()).toEqual(['sent', 'pending', 'pending']);
    await service().run();
    expect(await statuses()).toEqual(['sent', 'sent', 'sent']);
    expect(server.messages).toHaveLength(3);
  });

  it('keep their Message-ID on every attempt, so that copies can be recognised', async () => {
    const site = await addWebsite();
    const ids: string[] = [];
    const reports = service({
      destination: 'nowhere',
      send: (message) => {
        ids.push(message.messageId);
        return ids.length === 1 ? Promise.reject(new Error('the line broke')) : Promise.resolve();
      },
      close: () => undefined,
    });
    await reports.run();
    clock = MONDAY;
    await reports.run();
    clock += 120_000;
    await reports.run();
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(new RegExp(`^<report-${site.id}-2026-04-13-[0-9a-f]{24}@localhost>$`));
  });

  it('are skipped without traffic, without recipients and when switched off', async () => {
    const empty = await addWebsite({}, false);
    const nobody = await addWebsite({ email_recipients: '' });
    const off = await addWebsite({ email: 0 });
    const later = await addWebsite();
    const reports = service();
    await reports.run();
    await request(platform.server)
      .patch(`/api/v1/websites/${later.id}`)
      .set('Authorization', platform.authorization)
      .send({ email: 0 });
    clock = MONDAY;
    await reports.run();
    expect((await statusOf(empty)).map(({ status }) => status as string)).toEqual(['skipped']);
    for (const site of [nobody, off, later]) expect(await statusOf(site)).toEqual([]);
    expect(server.messages).toHaveLength(0);
  });

  it('come monthly on request, and once for the latest period after a long outage', async () => {
    const monthly = await addWebsite({ email_frequency: 'monthly', email_recipients: 'monthly@example.org' });
    const reports = service();
    await reports.run();
    clock = Date.parse('2026-05-01T05:59:00Z');
    await reports.run();
    expect(server.messages).toHaveLength(0);
    clock = Date.parse('2026-05-01T06:00:00Z');
    await reports.run();
    expect(sentTo('monthly@example.org')[0]?.subject).toContain('1 Apr – 30 Apr 2026');
    expect(await statusOf(monthly)).toHaveLength(1);

    const weekly = await addWebsite({ email_recipients: 'weekly@example.org' });
    clock = WEDNESDAY;
    await reports.run();
    clock = MONDAY + 30 * 24 * HOUR;
    await reports.run();
    expect(await statusOf(weekly)).toHaveLength(1);
  });

  it('follow a change of time zone', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    await request(platform.server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform.authorization)
      .send({ timezone: 'America/New_York' });
    await reports.run();
    clock = MONDAY + 5 * HOUR;
    await reports.run();
    expect(server.messages).toHaveLength(0);
    clock = MONDAY + 6 * HOUR;
    await reports.run();
    expect(server.messages).toHaveLength(1);
  });
});

describe('unsubscribing', () => {
  const sendOne = async (): Promise<string> => {
    const reports = service();
    await reports.run();
    clock = MONDAY;
    await reports.run();
    const header = server.messages.at(-1)?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
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
    const answer = await request(platform.server).post(path).type('form').send('List-Unsubscribe=One-Click');
    expect(answer.status).toBe(200);
    clock = MONDAY + 7 * 24 * HOUR;
    await storeTraffic(
      platform.db.database,
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
    const page = await request(platform.server).get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(site.domain);
    expect(await platform.db.database('email_unsubscribes')).toHaveLength(0);
    expect((await request(platform.server).post(path)).text).toContain('no more e-mail digests');
    expect(await platform.db.database('email_unsubscribes')).toHaveLength(1);
    expect((await request(platform.server).post(path)).status).toBe(200);
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
        expect([400, 404]).toContain((await request(platform.server)[method](link)).status);
    expect(await platform.db.database('email_unsubscribes')).toHaveLength(0);
  });
});

describe('without a mail server', () => {
  it('messages become files, one per message however often it is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'));
    await addWebsite();
    const mailer = createMailer({ smtpUrl: undefined, folder, from: FROM });
    const reports = service(mailer);
    await reports.run();
    clock = MONDAY;
    await reports.run();
    // As after a crash between the file and the row.
    await platform.db.database('email_deliveries').update({ status: 'sending' });
    await reports.run();
    clock += HOUR;
    await reports.run();
    expect(mailer.destination).toBe(folder);
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    const content = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(content).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:8080\/unsubscribe\//m);
    await rm(folder, { recursive: true });
  });
});
