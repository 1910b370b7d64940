import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { childEnvironment, endProcess, eventually, freePort, startMailServer } from '@platform/testing';
import type { MailServer, TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let server: MailServer;
const children: ChildProcess[] = [];
let page = PAGE;

beforeEach(async () => {
  page = PAGE;
  site = await startSite((incoming, response) => {
    if (incoming.url === '/changing') response.setHeader('content-type', 'text/html').end(page);
  });
  database = await openTestDatabase();
  service = await startService(database);
  server = await startMailServer();
});
afterEach(async () => {
  for (const child of children.splice(0)) await endProcess(child, 'SIGTERM');
  await service.close();
  await server.close();
  await site.close();
  await database.drop();
});

/** The service as a separate process, which sends whatever is due as soon as it has started. */
const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: database.url,
      ...service.identity.environment,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      GENERATION_CONCURRENCY: '0',
      LOG_LEVEL: 'silent',
      SMTP_URL: server.url,
    },
    stdio: 'ignore',
  });
  children.push(child);
  return child;
};

/** A report that got worse between two runs, with a schedule. Nothing has been planned yet. */
const addRegression = async (): Promise<void> => {
  const api = await service.client('org_a');
  const { id } = (await api.post('/reports', { url: `${site.origin}/changing` })).body.data;
  await api.post('/schedules', { report_id: id, email_recipients: 'ann@shop.example' });
  page =
    '<title>x</title><meta name=robots content=noindex><img src=/gone.jpg><script src=/gone.js></script>';
  await database
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(0) });
  expect((await api.put(`/reports/${String(id)}`, { results: 1 })).body.data.status).toBe('generated');
};
const mail = () => database.database('regression_mails').first('status', 'attempts');
const endClaims = () =>
  database.database('regression_mails').update({ next_attempt_at: new Date(Date.now() - 1000) });

describe('a process killed', () => {
  it('before the mail server has the message loses nothing', async () => {
    await addRegression();
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
    expect(await mail()).toEqual({ status: 'sending', attempts: 1 });

    server.beforeAccept = () => Promise.resolve();
    await endClaims();
    await start();
    await eventually(async () => {
      expect(await mail()).toEqual({ status: 'sent', attempts: 2 });
    });
    expect(server.messages).toHaveLength(1);
  });

  it('after the mail server accepted the message sends a second copy that says so', async () => {
    await addRegression();
    server.beforeAccept = async () => {
      server.beforeAccept = () => Promise.resolve();
      await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')));
    };
    await start();
    await eventually(() => {
      expect(server.messages).toHaveLength(1);
    });
    await endClaims();
    await start();
    await eventually(async () => {
      expect(await mail()).toEqual({ status: 'sent', attempts: 2 });
    });
    const ids = server.messages.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<run-/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('shares the messages with another one, and each is sent once', async () => {
    await addRegression();
    await Promise.all([start(), start()]);
    await eventually(async () => {
      expect(await mail()).toEqual({ status: 'sent', attempts: 1 });
    });
    expect(server.messages).toHaveLength(1);
  });
});
