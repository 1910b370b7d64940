import request from 'supertest';

import type { WebsiteJson } from '../harness.ts';
import { useStatsPage } from './page-harness.ts';

const { platform, open, get } = useStatsPage();

describe('a private statistics page', () => {
  let site: WebsiteJson;
  beforeAll(async () => {
    site = await platform().createWebsite();
  });

  it('is invisible to strangers and other organisations', async () => {
    const other = await platform().identity.bearer({ organisation: 'org_other' });
    for (const headers of [{}, { Authorization: other }, { Authorization: 'Bearer x' }] as Record<
      string,
      string
    >[]) {
      const { status, text } = await get(site, '', headers);
      expect(status).toBe(404);
      expect(text).not.toContain(site.domain);
      expect((await get(site, '/live', headers)).status).toBe(404);
    }
  });

  it('opens with a key of the organisation, and with a signed link until it expires', async () => {
    expect((await get(site, '', { Authorization: platform().authorization })).status).toBe(200);
    const answer = await request(platform().server)
      .post(`/api/v1/websites/${site.id}/links`)
      .set('Authorization', platform().authorization)
      .send({ expires_in: 60 });
    expect(answer.status).toBe(201);
    const { search } = new URL(answer.body.data.url as string);
    const page = await get(site, search);
    expect(page.status).toBe(200);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect((await get(site, `/live${search}`)).status).toBe(200);
    // The page asks for more with it.
    expect(page.text).toContain(`"kept":"${search.slice(1)}"`);
    expect((await get(site, `${search}x`)).status).toBe(404);
    expect((await get(open(), search)).status).toBe(200);
    const another = await platform().createWebsite();
    expect((await get(another, search)).status).toBe(404);
  });

  it('lists links with their names and last use, and revokes one', async () => {
    const site = await platform().createWebsite();
    const path = `/api/v1/websites/${site.id}/links`;
    const auth = { Authorization: await platform().identity.bearer() };
    const make = async (name: string) =>
      (await request(platform().server).post(path).set(auth).send({ name })).body.data as {
        id: number;
        url: string;
      };
    const [agency, boss] = [await make('Agency'), await make('Boss')];
    const open = (url: string) => request(platform().server).get(url.slice(url.indexOf('/s/')));
    expect((await open(agency.url)).status).toBe(200);
    const list = await request(platform().server).get(path).set(auth);
    expect(list.body.data).toMatchObject([
      { name: 'Boss', url: boss.url, last_used_at: null },
      { name: 'Agency', url: agency.url, last_used_at: expect.any(String) },
    ]);
    const ended = await request(platform().server).delete(`${path}/${agency.id}`).set(auth);
    expect(ended.body).toMatchObject({ id: agency.id, object: 'link', deleted: true });
    expect((await open(agency.url)).status).toBe(404);
    expect((await open(boss.url)).status).toBe(200);
    expect((await request(platform().server).delete(`${path}/${agency.id}`).set(auth)).status).toBe(404);
  });

  it.each([
    ['password', [{ privacy: 2, password: 'one' }], { password: 'two' }, 200, 'password'],
    ['privacy', [{ privacy: 2, password: 'one' }], { privacy: 1 }, 404, ''],
  ])('revokes all earlier links when the %s changes', async (_what, before, change, status, text) => {
    const site = await platform().createWebsite(before[0]);
    const path = `/api/v1/websites/${site.id}`;
    const auth = { Authorization: await platform().identity.bearer() };
    const { body } = await request(platform().server).post(`${path}/links`).set(auth).send({});
    const link = (body.data.url as string).slice((body.data.url as string).indexOf('/s/'));
    expect((await request(platform().server).get(link)).text).toContain('Waiting for the first visit');
    // Changing anything else, or setting the same privacy again, leaves them valid.
    await request(platform().server).put(path).set(auth).send({ email: 1, privacy: 2 });
    expect((await request(platform().server).get(link)).text).toContain('Waiting for the first visit');
    await request(platform().server).put(path).set(auth).send(change);
    const after = await request(platform().server).get(link);
    expect(after.status).toBe(status);
    expect(after.text).toContain(text);
    expect(after.text).not.toContain('Waiting for the first visit');
    expect((await request(platform().server).get(`${path}/links`).set(auth)).body.data).toEqual([]);
  });

  it('stays closed to everybody but the owner at privacy 2 without a password', async () => {
    const site = await platform().createWebsite({ privacy: 2 });
    const page = `/s/${site.site_key}`;
    expect((await request(platform().server).get(page)).text).toContain('password');
    const typed = await request(platform().server).post(page).type('form').send({ password: '' });
    expect(typed.status).toBe(401);
    const owner = await request(platform().server)
      .get(page)
      .set('Authorization', await platform().identity.bearer());
    expect(owner.text).toContain('Waiting for the first visit');
  });

  it('makes links for its own organisation only', async () => {
    const other = await platform().identity.bearer({ organisation: 'org_other' });
    const link = (headers: string, body: object) =>
      request(platform().server)
        .post(`/api/v1/websites/${site.id}/links`)
        .set('Authorization', headers)
        .send(body);
    expect((await link(other, {})).status).toBe(404);
    expect((await link(platform().authorization, { expires_in: 5 })).body.errors.expires_in).toHaveLength(1);
    expect((await link(await platform().identity.bearer({ scopes: ['websites:read'] }), {})).status).toBe(
      403,
    );
  });
});

describe('a statistics page with a password', () => {
  const unlock = (site: WebsiteJson, password: string, address = '192.0.2.1') =>
    request(platform().server)
      .post(`/s/${site.site_key}`)
      .set('X-Forwarded-For', address)
      .type('form')
      .send({ password });

  it('opens with the password, for that browser, until the password changes', async () => {
    const site = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(site);
    expect(form.text).toContain('type="password"');
    expect(form.headers['set-cookie']).toBeUndefined();
    expect((await get(site, '/live')).status).toBe(404);

    expect((await unlock(site, 'wrong')).status).toBe(401);
    const opened = await unlock(site, 'open sesame');
    expect([opened.status, opened.headers['location']]).toEqual([303, `/s/${site.site_key}`]);
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toContain(`Path=/s/${site.site_key}`);
    const Cookie = cookie.split(';')[0] ?? '';
    expect((await get(site, '', { Cookie })).text).not.toContain('type="password"');

    await request(platform().server)
      .patch(`/api/v1/websites/${site.id}`)
      .set('Authorization', platform().authorization)
      .send({ password: 'another' });
    expect((await get(site, '', { Cookie })).text).toContain('type="password"');
  });

  it('returns to the requested view once the password is entered, and redirects nowhere else', async () => {
    const site = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const form = await get(site, '?period=7d&f=country%3DDE&access=old&next=//evil.example');
    expect(form.text).toContain(`action="/s/${site.site_key}?period=7d&amp;f=country%3DDE"`);
    const opened = await request(platform().server)
      .post(`/s/${site.site_key}?period=7d&f=country%3DDE&next=//evil.example`)
      .type('form')
      .send({ password: 'open sesame' });
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      `/s/${site.site_key}?period=7d&f=country%3DDE`,
    ]);
  });

  it('stops password guessing', async () => {
    const site = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const answers = [];
    for (let attempt = 0; attempt < 7; attempt += 1)
      answers.push(await unlock(site, `guess ${attempt}`, '192.0.2.9'));
    expect(answers.map(({ status }) => status)).toContain(429);
    const last = answers.at(-1);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.text).toContain('Too many attempts');
    // Even the right one is refused from that address; another address is let in.
    expect((await unlock(site, 'open sesame', '192.0.2.9')).status).toBe(429);
    expect((await unlock(site, 'open sesame', '192.0.2.10')).status).toBe(303);
  });

  it('survives malformed forms', async () => {
    const site = await platform().createWebsite({ privacy: 2, password: 'open sesame' });
    const post = (body: string) =>
      request(platform().server)
        .post(`/s/${site.site_key}`)
        .set('Content-Type', 'application/x-www-form-urlencoded')
        .send(body);
    for (const body of [
      '',
      'password=a&password=b',
      'password[x]=1',
      `password=${'a'.repeat(5000)}`,
      'password=%00',
    ])
      expect((await post(body)).status).toBeLessThan(500);
  });
});
