import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const withTraffic = async (fields: Record<string, unknown>): Promise<WebsiteJson> => {
  const site = await platform.createWebsite(fields);
  await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }).expect(204);
  return site;
};
const asks = async (site: WebsiteJson, authorization: string | undefined, server = platform.server) => {
  const { text } = await request(server)
    .get(`/s/${site.site_key}`)
    .set(authorization === undefined ? {} : { Authorization: authorization })
    .expect(200);
  return text.includes('nobody gets them');
};
const show = async (site: WebsiteJson) =>
  (
    await request(platform.server)
      .get(`/api/v1/websites/${site.id}`)
      .set('Authorization', await platform.identity.bearer())
      .expect(200)
  ).body.data as WebsiteJson;
const defaults = async (body?: object, organisation = 'org_test') => {
  const authorization = await platform.identity.bearer({ organisation });
  const address = '/api/v1/websites/defaults';
  const asked =
    body === undefined
      ? request(platform.server).get(address)
      : request(platform.server).patch(address).send(body);
  return asked.set('Authorization', authorization);
};

describe('e-mail reports that nobody gets', () => {
  it('are pointed out in the answer, and to the owner on the page, whatever its privacy', async () => {
    const bearer = await platform.identity.bearer();
    for (const privacy of [0, 1]) {
      const site = await withTraffic({ privacy, email: 1 });
      expect(site['email_goes_to']).toEqual([]);
      expect(await asks(site, bearer)).toBe(true);
    }
  });

  it('are nobody else’s business', async () => {
    const site = await withTraffic({ email: 1, privacy: 0 });
    const strangers = [
      undefined,
      await platform.identity.bearer({ organisation: 'org_other' }),
      await platform.identity.bearer({ scopes: ['stats:read'] }),
    ];
    for (const authorization of strangers) {
      expect(await asks(site, authorization)).toBe(false);
      await request(platform.server)
        .post(`/s/${site.site_key}/recipients`)
        .set(authorization === undefined ? {} : { Authorization: authorization })
        .type('form')
        .send({ email_recipients: 'stranger@example.com' })
        .expect(404);
    }
    expect((await show(site))['email_recipients']).toBeNull();
  });

  it('aren’t mentioned where somebody gets them, or where they are off', async () => {
    const bearer = await platform.identity.bearer();
    const own = await withTraffic({ email: 1, email_recipients: 'a@b.example' });
    expect(await asks(own, bearer)).toBe(false);
    expect(await asks(await withTraffic({ email: 0 }), bearer)).toBe(false);
    const owned = await platform.startInstance({ ownerEmail: 'owner@example.com' });
    expect(await asks(await withTraffic({ email: 1 }), bearer, owned.server)).toBe(false);
  });

  it('keep what the owner types, or say what is wrong with it', async () => {
    const site = await withTraffic({ email: 1, privacy: 1 });
    const bearer = await platform.identity.bearer();
    const type = (text: string) =>
      request(platform.server)
        .post(`/s/${site.site_key}/recipients?period=7d`)
        .set('Authorization', bearer)
        .type('form')
        .send({ email_recipients: text });
    const wrong = await type('ada@example.com\n<nobody>').expect(422);
    expect(wrong.text).toContain('has a line that is not an e-mail address: &lt;nobody>');
    expect(wrong.text).toContain('ada@example.com\n&lt;nobody></textarea>');
    // Links of that page are relative, and so lead below it.
    const next = await request(platform.server).get(`/s/${site.site_key}/recipients?period=12mo`).expect(303);
    expect(next.headers['location']).toBe(`/s/${site.site_key}?period=12mo`);
    const saved = await type(' ada@example.com\r\n\r\ngrace@example.com').expect(303);
    expect(saved.headers['location']).toBe(`/s/${site.site_key}?period=7d`);
    expect(await show(site)).toMatchObject({
      email_recipients: 'ada@example.com\ngrace@example.com',
      email_goes_to: ['ada@example.com', 'grace@example.com'],
    });
  });
});

describe('/api/v1/websites/defaults', () => {
  it('names the recipients for websites that name none, within one organisation only', async () => {
    expect((await defaults()).body.data).toEqual({ email_recipients: null, email_goes_to: [] });
    const site = await withTraffic({ email: 1 });
    const named = await platform.createWebsite({ email_recipients: 'own@example.com' });
    const changed = await defaults({ email_recipients: 'team@example.com\n\nteam@example.com' });
    expect(changed.body.data).toEqual({
      email_recipients: 'team@example.com',
      email_goes_to: ['team@example.com'],
    });
    expect((await show(site))['email_goes_to']).toEqual(['team@example.com']);
    expect((await show(named))['email_goes_to']).toEqual(['own@example.com']);
    expect(await asks(site, await platform.identity.bearer())).toBe(false);
    expect((await defaults(undefined, 'org_other')).body.data.email_goes_to).toEqual([]);
    const wrong = await defaults({ email_recipients: 'nobody' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['email_recipients']]);
    expect((await defaults({})).body.data.email_recipients).toBe('team@example.com');
    const cleared = await defaults({ email_recipients: '' });
    expect(cleared.body.data).toEqual({ email_recipients: null, email_goes_to: [] });
  });
});
