import { startMailServer } from '@platform/testing';
import type { MailServer, TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';
import { PAGE, startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const WORSE =
  '<title>x</title><meta name=robots content=noindex><img src=/gone.jpg><script src=/gone.js></script>';

let database: TestDatabase;
let service: TestService;
let site: LoopbackSite;
let server: MailServer;
let api: TestClient;
let page = PAGE;
let clock = Date.now();

beforeAll(async () => {
  site = await startSite((incoming, response) => {
    if (incoming.url?.startsWith('/changing') === true)
      response.setHeader('content-type', 'text/html').end(page);
  });
  database = await openTestDatabase();
});
beforeEach(async () => {
  server = await startMailServer();
  page = PAGE;
  clock = Date.now();
  service = await startService(database, {
    smtpUrl: server.url,
    ownerEmail: 'owner@example.org',
    now: () => clock,
  });
  api = await service.client('org_a');
});
afterEach(async () => {
  await service.close();
  await server.close();
  await database.database('reports').delete();
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

/** A report with a good run and a worse one, and a schedule that was there between them. */
const regression = async (schedule: Record<string, unknown> | null, report: Record<string, unknown> = {}) => {
  const url = `${site.origin}/changing?${String(Math.random())}`;
  const { id } = (await api.post('/reports', { url, ...report })).body.data;
  if (schedule !== null) {
    const made = await api.post('/schedules', { report_id: id, ...schedule });
    expect(made.status).toBe(201);
  }
  page = WORSE;
  await database
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(0) });
  const { data } = (await api.put(`/reports/${String(id)}`, { results: 1 })).body;
  expect(data.status).toBe('generated');
  return data;
};
const mails = () =>
  database
    .database('regression_mails')
    .orderBy('recipient')
    .select('recipient', 'status', 'attempts', 'error');

it('tells each recipient once, in HTML and in text, with the checks that got worse', async () => {
  const report = await regression({ email_recipients: 'ann@shop.example\nben@shop.example' });
  await Promise.all([service.sendMails(), service.sendMails(), service.sendMails()]);
  await service.sendMails();
  expect(server.messages.map(({ recipients }) => recipients[0]).sort()).toEqual([
    'ann@shop.example',
    'ben@shop.example',
  ]);
  const [mail] = server.messages;
  expect(mail?.from?.address).toBe('reports@reports.example');
  expect(mail?.subject).toMatch(new RegExp(`/changing: \\d+ → ${String(report.score)} of 100$`));
  const failing = report.checks.find(({ id }: { id: string }) => id === 'indexable' || id === 'noindex');
  for (const content of [mail?.text, mail?.html]) {
    expect(content).toContain(`${String(report.score)} (${String(report.result)}) now`);
    expect(content).toContain(report.report_url);
    if (failing) expect(content).toContain(failing.title);
  }
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
});

it('speaks the language of the schedule', async () => {
  const report = await regression({ email_recipients: 'ann@shop.example', language: 'de' });
  await service.sendMails();
  const [mail] = server.messages;
  expect(mail?.subject).toMatch(new RegExp(`/changing: \\d+ → ${String(report.score)} von 100$`));
  for (const content of [mail?.text, mail?.html]) {
    expect(content).toContain('hat sich verschlechtert');
    expect(content).toContain('Suchmaschinen dürfen die Seite nicht indexieren');
    expect(content).toContain('Abbestellen');
    expect(content).not.toMatch(/got worse|Unsubscribe|The page/);
  }
  expect(mail?.html).toContain('<html lang="de">');
  const link = /Abbestellen: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const asked = await request(service.app).get(new URL(link).pathname).set('Accept-Language', 'de');
  expect(asked.text).toContain('Möchten Sie keine E-Mails über den Bericht zu');
  expect(asked.text).toContain('<html lang="de">');
});

it('goes to the owner by default, and to nobody where e-mail is off or there is no schedule', async () => {
  await regression({});
  page = PAGE;
  await regression({ email: 0, email_recipients: 'off@shop.example' });
  page = PAGE;
  await regression(null);
  await service.sendMails();
  expect(server.messages.map(({ recipients }) => recipients)).toEqual([['owner@example.org']]);
});

it('escapes what the page says', async () => {
  const markup = '<title><script>alert(1)</script></title><a href="#">"><img src=x onerror=alert(1)></a>';
  await regression({});
  page = markup;
  await service.sendMails();
  expect(server.messages[0]?.html).not.toContain('<script>');
  expect(server.messages[0]?.html).not.toContain('onerror=alert(1)>');
});

it('opens a private report by a link that its owner sees', async () => {
  const report = await regression({}, { privacy: 1 });
  await service.sendMails();
  const address =
    /href="([^"]*\/r\/[\w-]{16}\?access=[^"]*)"/.exec(server.messages[0]?.html ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
  await request(service.app)
    .get(pathname + search)
    .expect(200);
  await request(service.app).get(pathname).expect(404);
  const { body } = await api.get(`/reports/${String(report.id)}/links`);
  expect(body.data).toMatchObject([{ name: 'E-mail that it got worse' }]);
});

it('tries again while the mail server refuses, and gives up what it refuses for good', async () => {
  server.refuseWith = 451;
  await regression({});
  await service.sendMails();
  expect(await mails()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  await service.sendMails();
  expect(await mails()).toMatchObject([{ attempts: 1 }]);
  clock += 61_000;
  server.refuseWith = null;
  await service.sendMails();
  expect(await mails()).toMatchObject([{ status: 'sent', attempts: 2, error: null }]);

  server.refuseWith = 550;
  page = PAGE;
  await regression({ email_recipients: 'gone@shop.example' });
  await service.sendMails();
  expect((await mails())[0]).toMatchObject({ recipient: 'gone@shop.example', status: 'failed', attempts: 1 });
});

it('ends with one click, and opening the link alone ends nothing', async () => {
  const report = await regression({ email_recipients: 'ann@shop.example' });
  await service.sendMails();
  const link = /<([^>]+)>/.exec(
    server.messages[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
  )?.[1];
  const path = new URL(link ?? '').pathname;
  const asked = await request(service.app).get(path).expect(200);
  expect(asked.text).toContain('Do you want no more e-mails');
  expect(await database.database('regression_unsubscribes').select()).toEqual([]);
  await request(service.app).post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
  expect(await database.database('regression_unsubscribes').select()).toEqual([
    { report_id: report.id, recipient: 'ann@shop.example' },
  ]);
  const forged = await request(service.app).get('/r/unsubscribe/abc~def').expect(404);
  expect(forged.text).toContain('This link doesn’t work');

  await database.database('regression_mails').update({ status: 'pending', next_attempt_at: new Date(0) });
  await service.sendMails();
  expect(await mails()).toMatchObject([{ status: 'cancelled' }]);
  expect(server.messages).toHaveLength(1);
});

it('is still cancelled when the schedule was deleted meanwhile', async () => {
  server.refuseWith = 451;
  await regression({});
  await service.sendMails();
  await database.database('schedules').delete();
  clock += 61_000;
  await service.sendMails();
  expect(await mails()).toMatchObject([{ status: 'cancelled' }]);
});
