import { createContract } from '@platform/testing';
import request from 'supertest';

import { createHealth, envelopeDialect, managementDialect } from '../src/index.ts';
import { useThings } from './things-app.ts';

const { bearer, appIn } = useThings();

describe('the OpenAPI document', () => {
  it.each([managementDialect, envelopeDialect])('describes the answers ($name)', async (dialect) => {
    const app = appIn(dialect);
    const { body: document } = await request(app).get('/openapi.json');
    const contract = createContract(document);
    const answers = [
      await request(app).get(`${dialect.prefix}/things`).set('Authorization', bearer()),
      await request(app).post(`${dialect.prefix}/things`).set('Authorization', bearer()).send({ name: 'a' }),
      await request(app).post(`${dialect.prefix}/things`).set('Authorization', bearer()).send({}),
      await request(app).post(`${dialect.prefix}/things`).send({}),
      await request(app).put(`${dialect.prefix}/things/1`).set('Authorization', bearer()),
      await request(app).patch(`${dialect.prefix}/things/1`).set('Authorization', bearer()),
      await request(app)
        .get(`${dialect.prefix}/files/fil_01h455vb4pex5vsknk084sn02q`)
        .set('Authorization', bearer()),
    ];
    for (const { request: sent, status, body, headers } of answers as unknown as {
      request: { method: string; url: string };
      status: number;
      body: unknown;
      headers: Record<string, string>;
    }[])
      contract.check(sent.method, sent.url, { status, body, type: headers['content-type'] ?? '' });
    expect(contract.unchecked()).toEqual(['things.delete']);
    expect(() =>
      contract.check('GET', `${dialect.prefix}/things`, { status: 200, body: { data: 1 } }),
    ).toThrow(/must have required/);
    expect(() => contract.check('GET', `${dialect.prefix}/things`, { status: 418, body: {} })).toThrow(
      /status 418/,
    );
  });
});

describe('health and metrics', () => {
  it('is ready when every check passes, and not while draining', async () => {
    let up = true;
    const health = createHealth({
      database: () => (up ? Promise.resolve() : Promise.reject(new Error('down'))),
    });
    const app = appIn(managementDialect, health);
    expect((await request(app).get('/health/ready')).status).toBe(200);
    up = false;
    const failing = await request(app).get('/health/ready');
    expect([failing.status, failing.body.failing]).toEqual([503, ['database']]);
    up = true;
    health.drain();
    expect((await request(app).get('/health/ready')).body.failing).toEqual(['draining']);
    expect((await request(app).get('/health/live')).status).toBe(200);
  });

  it('counts requests by route, not by id', async () => {
    const app = appIn(managementDialect);
    await request(app).delete('/api/v1/things/7').set('Authorization', bearer());
    await request(app).delete('/api/v1/things/8').set('Authorization', bearer());
    const { text } = await request(app).get('/metrics');
    expect(text).toContain(
      'http_request_duration_seconds_count{service="things",method="DELETE",route="/api/v1/things/:id",status="200"} 2',
    );
  });
});
