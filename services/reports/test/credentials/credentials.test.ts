import { eventually } from '@platform/testing';

import { FIELDS, useStagingSite } from './credentials-harness.ts';
import { BASIC_AUTH, SECRET_HEADER } from './staging-site.ts';

const { database, service, api, site, expectNothingToLeak } = useStagingSite();

describe('a report on a staging site', () => {
  let id: number;

  it('opens the page, and sends what it takes to that origin only', async () => {
    const { status, body } = await api().post('/reports', { url: `${site().origin}/`, ...FIELDS });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'generated', has_credentials: true, privacy: 1 });
    id = body.data.id;
    const asked = site().own.filter(({ path }) => path === '/own.css');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(site().isTrusted)).toBe(true);
    expectNothingToLeak('/style.css', '/image.png', '/script.js', '/redirected');
  });

  it('keeps them through redirects within the origin', async () => {
    const { body } = await api().post('/reports', { url: `${site().origin}/moved`, ...FIELDS });
    expect(body.data).toMatchObject({ status: 'generated' });
  });

  it.each(['/away', '/away-and-back'])('sends them nowhere after %s', async (path) => {
    await api().post('/reports', { url: site().origin + path, ...FIELDS });
    expectNothingToLeak();
    expect(site().elsewhere.length).toBeGreaterThan(0);
  });

  it('shows them nowhere', async () => {
    const [shown, list, runs, json, csv] = await Promise.all([
      api().get(`/reports/${id}`),
      api().get('/reports'),
      api().get(`/reports/${id}/runs`),
      api().get(`/reports/${id}/export?format=json`),
      api().get(`/reports/${id}/export?format=csv`),
    ]);
    const dump = await database().database('reports').where({ id }).first<object>();
    const runRows = await database().database('report_runs').where({ report_id: id }).select<object[]>();
    const told = await database().database('outbox').select<object[]>();
    const all =
      [shown, list, runs, json, csv].map(({ text }) => text).join('') + JSON.stringify([dump, runRows, told]);
    const forms = [BASIC_AUTH, SECRET_HEADER, Buffer.from(BASIC_AUTH).toString('base64'), 'päss'];
    expect(forms.filter((form) => all.includes(form))).toEqual([]);
  });

  it('that turns unknown visitors away opens with another user_agent', async () => {
    const url = `${site().origin}/known-browsers`;
    const refused = (await api().post('/reports', { url })).body.data;
    expect(refused).toMatchObject({ status: 'failed', error: 'http_error' });
    expect(refused.error_message).toContain('user_agent');
    const { body } = await api().post('/reports', { url, user_agent: 'Mozilla/5.0 Firefox/140.0' });
    expect(body.data).toMatchObject({ status: 'generated', has_credentials: true, privacy: 0 });
    expect(JSON.stringify(body.data)).not.toContain('Firefox/140.0');
    const bad = await api().post('/reports', { url, user_agent: 'Füchsin' });
    expect(bad.status).toBe(422);
    expect(JSON.stringify(bad.body)).toContain('user_agent');
    const header = await api().post('/reports', { url, request_headers: 'User-Agent: x' });
    expect(JSON.stringify(header.body)).toContain('user_agent');
  });

  it('shares its result with no other report on the same URL', async () => {
    const others = await service().client('org_b');
    const { body } = await others.post('/reports', { url: `${site().origin}/` });
    expect(body.data).toMatchObject({
      status: 'failed',
      error: 'http_error',
      has_credentials: false,
      privacy: 0,
    });
    expect((await api().get(`/reports/${id}`)).body.data.status).toBe('generated');
  });

  it('loses them when both fields are emptied, one by one', async () => {
    const { body: made } = await api().post('/reports', { url: `${site().origin}/second`, ...FIELDS });
    const path = `/reports/${String(made.data.id)}`;
    const { body: half } = await api().put(path, { basic_auth: '' });
    expect(half.data.has_credentials).toBe(true);
    const { body: none } = await api().put(path, { request_headers: '' });
    expect(none.data.has_credentials).toBe(false);
  });

  it.each([
    [{ basic_auth: 's3cret without a colon' }, 'basic_auth'],
    [{ basic_auth: 'a:s3cret\nc' }, 'basic_auth'],
    [{ basic_auth: `a:${'s3cret'.repeat(200)}` }, 'basic_auth'],
    [{ request_headers: 'no colon s3cret' }, 'request_headers'],
    [{ request_headers: 'Host: s3cret' }, 'request_headers'],
    [{ request_headers: 'Content-Length: s3cret' }, 'request_headers'],
    [{ request_headers: 'A: s3crét' }, 'request_headers'],
    [{ request_headers: 'A: 1\na: s3cret' }, 'request_headers'],
    [{ basic_auth: 'a:b', request_headers: 'Authorization: s3cret' }, 'request_headers'],
    [
      { request_headers: Array.from({ length: 21 }, (_, n) => `X-${n}: s3cret`).join('\n') },
      'request_headers',
    ],
  ])('refuses %j without repeating it', async (fields, field) => {
    const { status, body } = await api().post('/reports', { url: `${site().origin}/`, ...fields });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(JSON.stringify(body)).not.toMatch(/s3cr/);
  });
});

describe('a crawl of a staging site', () => {
  it('visits its pages with them, and tries links to other sites without', async () => {
    const { status, body } = await api().post('/sites', {
      url: `${site().origin}/`,
      max_pages: 10,
      ...FIELDS,
    });
    expect(status).toBe(201);
    expect(body.data.has_credentials).toBe(true);
    await eventually(async () => {
      const { data } = (await api().get(`/sites/${String(body.data.id)}`)).body;
      if (data.status !== 'completed') throw new Error(`still ${String(data.status)}`);
    });
    const { body: pages } = await api().get(`/sites/${String(body.data.id)}/pages`);
    const statuses = new Map(
      pages.data.map((page: { url: string; http_status: number }) => [page.url, page.http_status]),
    );
    expect([statuses.get(`${site().origin}/`), statuses.get(`${site().origin}/second`)]).toEqual([200, 200]);
    expectNothingToLeak('/linked', '/redirected');
  });

  it('is refused for a list of several origins', async () => {
    const urls = `${site().origin}/\n${site().otherOrigin}/`;
    const { status, body } = await api().post('/sites', { urls, ...FIELDS });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['urls']]);
  });
});
