import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

describe('/metrics while reports wait', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;
  beforeAll(async () => {
    database = await openTestDatabase();
    service = await startService(database, { worker: false });
    site = await startSite(() => undefined);
  });
  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });

  const pending = async (): Promise<Record<string, number>> => {
    const { text } = await request(service.app).get('/metrics').expect(200);
    const found = text.matchAll(/^reports_(pending\w*)\{[^}]*\} (.+)$/gm);
    return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
  };

  it('tells how many there are, and for how long the oldest one has waited', async () => {
    expect(await pending()).toEqual({ pending: 0, pending_oldest_seconds: 0 });
    const client = await service.client('org_a');
    for (const path of ['/', '/other'])
      await client.post('/reports', { url: `${site.origin}${path}` }, { prefer: 'respond-async' });
    await database.database.raw(`UPDATE reports SET requested_at = requested_at - interval '1 hour'
      WHERE id = (SELECT min(id) FROM reports)`);
    const { pending: reports, pending_oldest_seconds: seconds } = await pending();
    expect(reports).toBe(2);
    expect(seconds).toBeGreaterThanOrEqual(3_600);
    expect(seconds).toBeLessThan(4_200);
  });
});
