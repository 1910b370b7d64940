import { createMailer } from '@platform/mailer';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@platform/testing';

import { MONDAY, HOUR, FROM, useDigests } from './digests-harness.ts';

const { platform, server, clock, service, addWebsite, statusOf } = useDigests();

describe('deliveries of e-mail digests', () => {
  it('are retried at growing intervals when the mail server refuses, and arrive once', async () => {
    const site = await addWebsite();
    const reports = service();
    await reports.run();
    clock.now = MONDAY;
    server().refuseWith = 451;
    await reports.run();
    await reports.run();
    expect((await statusOf(site))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    clock.now += 60_000;
    await reports.run();
    expect((await statusOf(site))[0]).toMatchObject({ status: 'pending', attempts: 2 });
    clock.now += 60_000;
    server().refuseWith = null;
    await reports.run();
    expect(server().messages).toHaveLength(0);
    clock.now += 4 * 60_000;
    await reports.run();
    await reports.run();
    expect(server().messages).toHaveLength(1);
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 3, error: null });
  });

  it('are given up when the server refuses the recipient permanently, or after the last retry', async () => {
    const [gone, busy] = [
      await addWebsite({ email_recipients: 'gone@example.org' }),
      await addWebsite({ email_recipients: 'busy@example.org' }, true),
    ];
    const reports = service();
    await reports.run();
    clock.now = MONDAY;
    server().refuseWith = 550;
    await reports.run();
    expect((await statusOf(gone))[0]).toMatchObject({ status: 'failed', attempts: 1 });
    await platform()
      .db.database('email_deliveries')
      .where({ website_id: busy.id })
      .update({ status: 'pending' });
    server().refuseWith = 451;
    for (let round = 0; round < 12; round += 1) {
      clock.now += 13 * HOUR;
      await reports.run();
    }
    expect((await statusOf(busy))[0]).toMatchObject({ status: 'failed', attempts: 8 });
    expect(server().messages).toHaveLength(0);
  });

  it('survive a crash at any moment before the server has accepted the message', async () => {
    const site = await addWebsite();
    await service().run();
    clock.now = MONDAY;
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
    expect(server().messages).toHaveLength(0);
    clock.now = MONDAY + 6 * 60_000;
    await service().run();
    await service().run();
    expect(server().messages).toHaveLength(1);
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('are not sent again when an attempt fails after another has succeeded', async () => {
    const site = await addWebsite();
    await service().run();
    clock.now = MONDAY;
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
    clock.now = MONDAY + 6 * 60_000;
    await service().run();
    expect(server().messages).toHaveLength(1);
    fail();
    await slow;
    expect((await statusOf(site))[0]).toMatchObject({ status: 'sent', attempts: 2, error: null });
    clock.now += HOUR;
    await service().run();
    expect(server().messages).toHaveLength(1);
  });

  it('stop after the messages being sent when the process ends, and continue in the next process', async () => {
    const recipients = Array.from({ length: 12 }, (_, number) => `owner-${number}@example.org`);
    const site = await addWebsite({ email_recipients: recipients.join('\n') });
    await service().run();
    clock.now = MONDAY;
    const stopping = new AbortController();
    server().beforeAccept = () => {
      stopping.abort();
      return Promise.resolve();
    };
    await service().run(stopping.signal);
    const statuses = async () => (await statusOf(site)).map(({ status }) => status as string);
    const sent = (await statuses()).filter((status) => status === 'sent');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(recipients.length);
    expect(server().messages).toHaveLength(sent.length);
    expect((await statuses()).filter((status) => status !== 'sent')).toEqual(
      Array(recipients.length - sent.length).fill('pending'),
    );
    await service().run();
    expect(await statuses()).toEqual(recipients.map(() => 'sent'));
    expect(server().messages).toHaveLength(recipients.length);
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
    clock.now = MONDAY;
    await reports.run();
    clock.now += 120_000;
    await reports.run();
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(new RegExp(`^<report-${site.id}-2026-04-13-[0-9a-f]{24}@localhost>$`));
  });
});

describe('without a mail server', () => {
  it('messages become files, one per message however often it is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-'));
    await addWebsite();
    const mailer = createMailer({ smtpUrl: undefined, folder, from: FROM });
    const reports = service(mailer);
    await reports.run();
    clock.now = MONDAY;
    await reports.run();
    // As after a crash between the file and the row.
    await platform().db.database('email_deliveries').update({ status: 'sending' });
    await reports.run();
    clock.now += HOUR;
    await reports.run();
    expect(mailer.destination).toBe(folder);
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    const content = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(content).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:8080\/unsubscribe\//m);
    await rm(folder, { recursive: true });
  });
});
