import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually, startMailServer } from '@platform/testing';
import type { MailServer, TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} of a small garden shop</title>${head}</head>
  <body><main><h1>${title}</h1><p>How a young tree is planted in a small garden, and what it needs in summer.</p>${body}</main></body></html>`;
const link = (href: string): string => `<a href="${href}">To the page ${href}</a>`;

const FINE: Readonly<Record<string, string>> = {
  '/': page('Start', link('/a') + link('/b') + link('/old')),
  '/a': page('Trees', link('/')),
  '/b': page('Hedges', link('/')),
  '/old': page('Roses', link('/')),
};
/** As it is after a careless change: a link to nowhere, a page gone, another failing, one that lost much. */
const WORSE: Readonly<Record<string, string>> = {
  '/': page('Start', link('/a') + link('/b') + link('/new') + link('/nowhere')),
  '/a': '<title>x</title><img src="/a.png"><a href="/">x</a>',
  '/new': page('Lawns', link('/')),
};

let pages = FINE;
let host: Server;
let origin: string;
let database: TestDatabase;
let mailServer: MailServer;
let service: TestService;
let api: TestClient;
/** E-mails of earlier tests. */
let seen = 0;
const messages = () => mailServer.messages.slice(seen);

beforeAll(async () => {
  host = createServer(({ url = '' }, response) => {
    const found = pages[url];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(found ?? '<h1>Not found</h1>');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  database = await openTestDatabase();
  mailServer = await startMailServer();
  service = await startService(database, {
    recoveryInterval: 200,
    smtpUrl: mailServer.url,
    ownerEmail: 'owner@example.org',
  });
  api = await service.client('org_a');
});
beforeEach(() => {
  pages = FINE;
  seen = mailServer.messages.length;
});
afterAll(async () => {
  await service.close();
  await mailServer.close();
  await database.drop();
  host.closeAllConnections();
  host.close();
});

const done = async (id: number) =>
  eventually(async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    if (data.status === 'pending' || data.status === 'running') throw new Error(`still ${data.status}`);
    return data;
  });
const newSite = async (fields: object = {}): Promise<number> => {
  const { status, body } = await api.post('/sites', { url: `${origin}/`, ...fields });
  expect(status).toBe(201);
  await done(body.data.id);
  return body.data.id;
};
const crawlAgain = async (id: number) => {
  const { status, body } = await api.post(`/sites/${id}/crawls`);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ site_id: id, status: 'pending', score: null });
  await done(id);
  return body.data.id as number;
};
const urlsOf = (changed: { items: { url: string }[] }): string[] =>
  changed.items.map(({ url }) => url.replace(origin, ''));

describe('a site that is crawled again', () => {
  let id: number;
  let second: number;
  beforeAll(async () => {
    id = await newSite();
    pages = WORSE;
    second = await crawlAgain(id);
  });

  it('keeps its id, and shows the newest results with the score before', async () => {
    const { data } = (await api.get(`/sites/${id}`)).body;
    expect(data).toMatchObject({ id, crawl_id: second, shown_crawl_id: second, got_worse: true });
    expect(data.score).toBeLessThan(data.score_before);
    expect(data.categories.map((category: { id: string }) => category.id)).toContain('seo');
    expect((await api.get('/sites')).body.data.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await api.get(`/sites/${second}`)).status).toBe(404);
    const { body } = await api.get(`/sites/${id}/pages?sort_by=score&per_page=100`);
    expect(body.data[0].url).toBe(`${origin}/a`);
    const scores = body.data.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => a - b));
  });

  it('has a history', async () => {
    const { body } = await api.get(`/sites/${id}/crawls`);
    expect(body.meta.total).toBe(2);
    expect(body.data).toMatchObject([
      {
        id: second,
        status: 'completed',
        got_worse: true,
        changes: { new_broken: 3, vanished: 1, appeared: 1 },
      },
      {
        id,
        status: 'completed',
        got_worse: false,
        changes: null,
        broken: 0,
        errors: 0,
        pages: 4,
        cut: false,
      },
    ]);
  });

  it('says what changed', async () => {
    const { data } = (await api.get(`/sites/${id}/changes`)).body;
    expect(data).toMatchObject({ from: { id }, to: { id: second }, same_rules: true });
    expect(
      data.new_broken.items.map(({ url, after }: { url: string; after: string }) => [url, after]),
    ).toEqual([
      [`${origin}/`, `${origin}/b (404)`],
      [`${origin}/`, `${origin}/nowhere (404)`],
      [`${origin}/a`, `${origin}/a.png (404)`],
    ]);
    expect(urlsOf(data.vanished)).toEqual(['/old']);
    expect(urlsOf(data.appeared)).toEqual(['/new']);
    expect(data.failing.items).toEqual([{ url: `${origin}/b`, before: '200', after: '404' }]);
    expect(urlsOf(data.fell)).toEqual(['/a']);
    expect(data.problems).toContainEqual(
      expect.objectContaining({ id: 'broken-links', before: 0, after: 2, title: 'Links lead nowhere' }),
    );
    const back = (await api.get(`/sites/${id}/changes?from=${second}&to=${id}`)).body.data;
    expect(back.mended_broken.total).toBe(data.new_broken.total);
    expect(urlsOf(back.rose)).toEqual(['/a']);
  });

  it('shows an earlier crawl’s pages and problems when asked', async () => {
    const { body } = await api.get(`/sites/${id}/pages?crawl=${id}&per_page=100`);
    expect(body.data.map(({ url }: { url: string }) => url.replace(origin, ''))).toContain('/old');
    expect((await api.get(`/sites/${id}/pages?crawl=2147483647`)).status).toBe(404);
    const old = (await api.get(`/sites/${id}/problems?crawl=${id}&per_page=100`)).body.data;
    expect(old.map((problem: { id: string }) => problem.id)).not.toContain('broken-links');
  });

  it('belongs to its organisation', async () => {
    const other = await service.client('org_b');
    for (const path of ['/crawls', '/changes', '/schedule', '/links', '/export?format=pdf'])
      expect((await other.get(`/sites/${id}${path}`)).status).toBe(404);
    expect((await other.post(`/sites/${id}/crawls`)).status).toBe(404);
    expect((await other.put(`/sites/${id}`, { privacy: 0 })).status).toBe(404);
    expect((await other.put(`/sites/${id}/schedule`, {})).status).toBe(404);
  });
});

it('is crawled once at a time, and shows the last complete crawl meanwhile', async () => {
  const id = await newSite();
  const { data: before } = (await api.get(`/sites/${id}`)).body;
  const answers = await Promise.all(Array.from({ length: 4 }, () => api.post(`/sites/${id}/crawls`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  await api.post(`/sites/${id}/cancel`);
  const { data } = (await api.get(`/sites/${id}`)).body;
  expect(data.shown_crawl_id).toBe(data.status === 'completed' ? data.crawl_id : id);
  expect(data.score).toBe(before.score);
  expect((await api.get(`/sites/${id}/problems`)).status).toBe(200);
});

it('has nothing to compare after one crawl', async () => {
  const id = await newSite();
  expect((await api.get(`/sites/${id}/changes`)).status).toBe(409);
});

it('crawls a list of addresses again as it is', async () => {
  const { body } = await api.post('/sites', { urls: `${origin}/a\n${origin}/b` });
  await done(body.data.id);
  await crawlAgain(body.data.id);
  const { data } = (await api.get(`/sites/${body.data.id}`)).body;
  expect(data).toMatchObject({ mode: 'list', status: 'completed', progress: { found: 2, done: 2 } });
});

it('keeps the pages of ten crawls, and the sums of others', async () => {
  const id = await newSite({ max_pages: 1 });
  for (let crawl = 0; crawl < 11; crawl++) await crawlAgain(id);
  const rows = await database.database('site_pages').where({ site_id: id });
  expect(rows).toEqual([]);
  const { body } = await api.get(`/sites/${id}/crawls?per_page=100`);
  expect(body.meta.total).toBe(12);
  expect(body.data.at(-1)).toMatchObject({ id, pages: 1, score: expect.any(Number) });
});

describe('the settings of a site', () => {
  it('are changed under If-Match, and checked', async () => {
    const id = await newSite();
    const { headers, body } = await api.get(`/sites/${id}`);
    expect(body.data).toMatchObject({ max_pages: 500, privacy: 1, render_pages: 0, has_password: false });
    const changed = await api.put(
      `/sites/${id}`,
      { max_pages: 20, privacy: 2, password: 'a tree' },
      { 'If-Match': headers['etag'] ?? '' },
    );
    expect(changed.body.data).toMatchObject({ max_pages: 20, privacy: 2, has_password: true });
    expect(JSON.stringify(changed.body)).not.toContain('a tree');
    await api.put(`/sites/${id}/schedule`, {});
    expect((await api.get(`/sites/${id}`)).headers['etag']).toBe(changed.headers['etag']);
    await api.delete(`/sites/${id}/schedule`);
    const late = await api.put(`/sites/${id}`, { max_pages: 30 }, { 'If-Match': headers['etag'] ?? '' });
    expect(late.status).toBe(412);
    for (const [field, value] of Object.entries({ max_pages: 0, render_pages: 11, privacy: 3 }))
      expect((await api.put(`/sites/${id}`, { [field]: value })).body.errors).toHaveProperty(field);
  });
});

describe('the schedule of a site', () => {
  it('is changed under If-Match only as it was seen', async () => {
    const path = `/sites/${await newSite()}/schedule`;
    const { headers } = await api.put(path, {});
    const seen = { 'If-Match': headers['etag'] ?? '' };
    expect((await api.get(path)).headers['etag']).toBe(seen['If-Match']);
    expect((await api.put(path, { weekday: 5 }, seen)).status).toBe(200);
    expect((await api.put(path, { weekday: 2 }, seen)).status).toBe(412);
    expect((await api.get(path)).body.data.weekday).toBe(5);
    await api.delete(path);
    expect((await api.put(path, { weekday: 2 }, seen)).status).toBe(412);
  });

  it('is made, changed and deleted', async () => {
    const id = await newSite();
    expect((await api.get(`/sites/${id}/schedule`)).status).toBe(404);
    const made = (await api.put(`/sites/${id}/schedule`, {})).body.data;
    expect(made).toMatchObject({ frequency: 'weekly', weekday: 1, hour: 6, timezone: 'UTC', email: 1 });
    expect(made.email_goes_to).toEqual(['owner@example.org']);
    expect(new Date(made.next_at).getUTCDay()).toBe(1);
    const changed = (
      await api.put(`/sites/${id}/schedule`, {
        weekday: 5,
        hour: 23,
        timezone: 'Europe/Berlin',
        email_recipients: 'ann@shop.example\nben@shop.example',
        language: 'de',
      })
    ).body.data;
    const next = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(changed.next_at));
    expect(next).toMatch(/^Friday.*23:00$/);
    expect(changed.email_goes_to).toEqual(['ann@shop.example', 'ben@shop.example']);
    expect((await api.get(`/sites/${id}`)).body.data.schedule).toEqual(changed);
    expect((await api.get('/sites?scheduled=1')).body.data).toMatchObject([{ id }]);
    expect((await api.delete(`/sites/${id}/schedule`)).body).toMatchObject({ deleted: true });
    expect((await api.delete(`/sites/${id}/schedule`)).status).toBe(404);
    expect((await api.get('/sites?scheduled=1')).body.data).toEqual([]);
  });

  it.each([
    ['daily', /./],
    ['monthly', /^[1-7]$/],
  ])('comes %s', async (frequency, day) => {
    const id = await newSite();
    const fields = { frequency, weekday: 3, hour: 4, timezone: 'America/New_York' };
    const { next_at: nextAt } = (await api.put(`/sites/${id}/schedule`, fields)).body.data;
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      day: 'numeric',
      hour: 'numeric',
      hour12: false,
      weekday: 'short',
    }).formatToParts(new Date(nextAt));
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    expect(part('day')).toMatch(day);
    expect(Number(part('hour'))).toBe(4);
    if (frequency === 'monthly') expect(part('weekday')).toBe('Wed');
    else expect(new Date(nextAt).getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it.each([
    ['weekday', 8],
    ['hour', 24],
    ['timezone', 'Mars/Olympus'],
    ['timezone', "UTC'; DROP TABLE sites; --"],
    ['frequency', 'hourly'],
    ['email_recipients', 'nobody'],
    ['language', 'xx'],
  ])('refuses %s %s by name', async (field, value) => {
    const id = (await api.get('/sites')).body.data[0].id;
    const { status, body } = await api.put(`/sites/${id}/schedule`, { [field]: value });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });

  it('crawls what is due, once, and leaves a site alone that is being crawled', async () => {
    const id = await newSite();
    await api.put(`/sites/${id}/schedule`, { frequency: 'daily' });
    const makeDue = () =>
      database
        .database('site_schedules')
        .where({ site_id: id })
        .update({ next_at: new Date(Date.now() - 1000) });
    await service.crawlDue();
    expect((await api.get(`/sites/${id}/crawls`)).body.meta.total).toBe(1);
    await makeDue();
    await Promise.all([service.crawlDue(), service.crawlDue(), service.crawlDue()]);
    await done(id);
    expect((await api.get(`/sites/${id}/crawls`)).body.meta.total).toBe(2);
    const { data } = (await api.get(`/sites/${id}/schedule`)).body;
    expect(Date.parse(data.next_at)).toBeGreaterThan(Date.now());
    expect(data.last_at).not.toBeNull();
  });
});

describe('the e-mails about a site', () => {
  const worsen = async (schedule: object): Promise<number> => {
    const id = await newSite();
    await api.put(`/sites/${id}/schedule`, schedule);
    pages = WORSE;
    await crawlAgain(id);
    return id;
  };

  it('tell each recipient once what got worse, with a link that opens the closed page', async () => {
    const id = await worsen({ email_recipients: 'ann@shop.example\nben@shop.example' });
    await Promise.all([service.sendMails(), service.sendMails(), service.sendMails()]);
    await service.sendMails();
    expect(
      messages()
        .map(({ recipients }) => recipients[0])
        .sort(),
    ).toEqual(['ann@shop.example', 'ben@shop.example']);
    const [mail] = messages();
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('got worse');
      expect(content).toContain(`${origin}/nowhere (404)`);
    }
    const address = /(https:\S+\/r\/sites\/[0-9a-f]{32}\?access=\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(address);
    await request(service.app)
      .get(pathname + search)
      .expect(200);
    await request(service.app).get(pathname).expect(404);
    expect((await api.get(`/sites/${id}/links`)).body.data).toHaveLength(2);
  });

  it('speak German where the schedule does, and end with one click', async () => {
    const id = await worsen({ email_recipients: 'ann@shop.example', language: 'de' });
    await service.sendMails();
    const [mail] = messages();
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('hat sich verschlechtert');
      expect(content).not.toMatch(/got worse|Unsubscribe|The site/);
    }
    const path = new URL(/Abbestellen: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '').pathname;
    const asked = await request(service.app).get(path).set('Accept-Language', 'de').expect(200);
    expect(asked.text).toContain('E-Mails über das Durchsuchen von');
    await request(service.app).get(path.replace('/r/sites/', '/r/')).expect(404);
    await request(service.app).post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await database.database('site_unsubscribes').where({ site_id: id })).toMatchObject([
      { recipient: 'ann@shop.example' },
    ]);
    pages = FINE;
    await crawlAgain(id);
    pages = WORSE;
    await crawlAgain(id);
    await service.sendMails();
    expect(messages()).toHaveLength(1);
  });

  it('tell that a site can’t be crawled any more, once', async () => {
    const away = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(FINE['/']);
    });
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    const id = await newSite({ url: `http://127.0.0.1:${port}/`, max_pages: 1 });
    await api.put(`/sites/${id}/schedule`, {});
    away.closeAllConnections();
    await new Promise((resolve) => away.close(resolve));
    await crawlAgain(id);
    await crawlAgain(id);
    await service.sendMails();
    expect(messages().map(({ recipients, text }) => [recipients[0], text])).toEqual([
      ['owner@example.org', expect.stringContaining('could not be crawled')],
    ]);
    expect((await api.get(`/sites/${id}`)).body.data).toMatchObject({ status: 'failed', shown_crawl_id: id });
  });

  it('are not sent without a schedule, where e-mail is off, and when nothing got worse', async () => {
    await worsen({ email: 0 });
    pages = FINE;
    const id = await newSite();
    pages = WORSE;
    await crawlAgain(id);
    const same = await newSite();
    await api.put(`/sites/${same}/schedule`, {});
    await crawlAgain(same);
    await service.sendMails();
    expect(messages()).toEqual([]);
  });
});

describe('the page of a site', () => {
  it('is private until its owner shares it', async () => {
    pages = FINE;
    const id = await newSite();
    pages = WORSE;
    await crawlAgain(id);
    const { site_url: url } = (await api.get(`/sites/${id}`)).body.data;
    const { pathname } = new URL(url);
    expect((await request(service.app).get(pathname)).status).toBe(404);
    const link = (await api.post(`/sites/${id}/links`, { name: 'Agency' })).body.data;
    const { search } = new URL(link.url);
    expect((await request(service.app).get(pathname + search)).status).toBe(200);
    await api.put(`/sites/${id}`, { privacy: 0 });
    const shown = await request(service.app).get(pathname);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-robots-tag': 'noindex, nofollow',
    });
    for (const text of [
      'Site report',
      'Since the last crawl',
      'Links lead nowhere',
      '/nowhere (404)',
      'The worst pages',
    ])
      expect(shown.text).toContain(text);
    const german = await request(service.app).get(pathname).set('Accept-Language', 'de');
    expect(german.text).toContain('<html lang="de">');
    for (const text of [
      'Website-Bericht',
      'Links führen ins Leere',
      'Barrierefreiheit',
      'Die schlechtesten Seiten',
    ])
      expect(german.text).toContain(text);
    // The change of privacy ended the link.
    await api.put(`/sites/${id}`, { privacy: 1 });
    expect((await request(service.app).get(pathname + search)).status).toBe(404);
    await api.put(`/sites/${id}`, { privacy: 2, password: 'a tree' });
    const asked = await request(service.app).get(pathname);
    expect(asked.text).toContain('type="password"');
    const opened = await request(service.app).post(pathname).type('form').send({ password: 'a tree' });
    expect(opened.status).toBe(303);
  });

  it('escapes what the site says', async () => {
    pages = { '/': page('<script>alert(1)</script>', '<a href="/x"><script>alert(2)</script></a>') };
    const id = await newSite({ privacy: 0 });
    const { site_url: url } = (await api.get(`/sites/${id}`)).body.data;
    const { text } = await request(service.app).get(new URL(url).pathname);
    expect(text).not.toContain('<script>');
  });

  it.each(['0', 'abc', 'f'.repeat(32), 'unsubscribe'])('answers 404 for %s', async (key) => {
    const { status, text } = await request(service.app).get(`/r/sites/${key}`).set('Accept-Language', 'de');
    expect(status).toBe(404);
    expect(text).toContain('Diese Website gibt es nicht');
  });
});
