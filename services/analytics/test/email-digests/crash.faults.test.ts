import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { childEnvironment, endProcess, eventually, freePort, startMailServer } from '@platform/testing';
import type { MailServer } from '@platform/testing';

import { addDays, weekday, localDay } from '../../src/calendar/local-day.ts';
import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let platform: RunningAnalytics;
let server: MailServer;
const children: ChildProcess[] = [];

beforeEach(async () => {
  platform = await startAnalytics();
  server = await startMailServer();
});
afterEach(async () => {
  for (const child of children.splice(0)) await endProcess(child, 'SIGTERM');
  await server.close();
  await platform.stop();
});

/** The service as a process of its own, which sends what is due as soon as it has started. */
const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: platform.db.url,
      ...platform.identity.environment,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SMTP_URL: server.url,
    },
    stdio: 'ignore',
  });
  children.push(child);
  return child;
};

/** A website with a visit last week, whose report for it is due now. */
const addDueWebsite = async (): Promise<WebsiteJson> => {
  const site = await platform.createWebsite({ email: 1, email_recipients: 'owner@example.org' });
  const today = localDay('UTC', Date.now());
  // Whether the latest Monday 8:00 is past or not, its week is one of these two.
  const monday = addDays(today, 1 - weekday(today));
  for (const day of [addDays(monday, -4), addDays(monday, -11)]) {
    const event = { site_key: site.site_key, name: 'pageview', url: `https://${site.domain}/` };
    await fetch(`${platform.url}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: platform.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        events: [{ ...event, time: `${day}T12:00:00Z`, ip: '198.51.100.7', user_agent: CHROME }],
      }),
    });
  }
  await platform.db.database('email_schedules').insert({
    website_id: site.id,
    frequency: 'weekly',
    timezone: 'UTC',
    next_due_at: new Date(Date.now() - 60_000),
  });
  return site;
};

const delivery = async (site: WebsiteJson) =>
  platform.db
    .database<{ website_id: number; status: string; attempts: number }>('email_deliveries')
    .where({ website_id: site.id })
    .first('status', 'attempts');

/** Lets the time pass for which a claim holds. */
const endClaims = async (): Promise<void> => {
  await platform.db.database('email_deliveries').update({ next_attempt_at: new Date(Date.now() - 1000) });
};

describe('a process killed', () => {
  it('before the mail server has the message loses nothing', async () => {
    const site = await addDueWebsite();
    let isReached = false;
    server.beforeAccept = () => {
      isReached = true;
      // No answer: the process dies before it knows.
      return new Promise(() => undefined);
    };
    const first = await start();
    await eventually(() => {
      expect(isReached).toBe(true);
    });
    await endProcess(first, 'SIGKILL');
    expect(server.messages).toHaveLength(0);
    expect(await delivery(site)).toEqual({ status: 'sending', attempts: 1 });

    server.beforeAccept = () => Promise.resolve();
    await endClaims();
    await start();
    await eventually(async () => {
      expect(await delivery(site)).toEqual({ status: 'sent', attempts: 2 });
    });
    expect(server.messages).toHaveLength(1);
  });

  it('after the mail server accepted the message but before its own commit sends a second copy that says so', async () => {
    const site = await addDueWebsite();
    server.beforeAccept = async () => {
      server.beforeAccept = () => Promise.resolve();
      await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')));
    };
    await start();
    await eventually(() => {
      expect(server.messages).toHaveLength(1);
    });
    expect(await delivery(site)).toEqual({ status: 'sending', attempts: 1 });

    await endClaims();
    await start();
    await eventually(async () => {
      expect(await delivery(site)).toEqual({ status: 'sent', attempts: 2 });
    });
    const ids = server.messages.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<report-/);
    expect(ids[1]).toBe(ids[0]);
  });
});
