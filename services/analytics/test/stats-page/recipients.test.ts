import request from 'supertest';

import { startPlatform } from '../harness.ts';
import type { Platform } from '../harness.ts';

describe('e-mail reports that nobody gets', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  const shown = async (fields: Record<string, unknown>, server = platform.server) => {
    const site = await platform.createWebsite(fields);
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` }).expect(204);
    const { text } = await request(server)
      .get(`/s/${site.site_key}`)
      .set('Authorization', await platform.identity.bearer())
      .expect(200);
    return { site, says: text.includes('nobody gets them') };
  };

  it('are said so in the answer and on the page', async () => {
    const { site, says } = await shown({ email: 1, privacy: 1 });
    expect(site['email_goes_to']).toEqual([]);
    expect(says).toBe(true);
  });

  it('are no matter where somebody gets them, where they are off, and on open pages', async () => {
    expect((await shown({ email: 1, privacy: 1, email_recipients: 'a@b.example' })).says).toBe(false);
    expect((await shown({ email: 0, privacy: 1 })).says).toBe(false);
    expect((await shown({ email: 1, privacy: 0 })).says).toBe(false);
    const owned = await platform.startInstance({ ownerEmail: 'owner@example.com' });
    expect((await shown({ email: 1, privacy: 1 }, owned.server)).says).toBe(false);
  });
});
