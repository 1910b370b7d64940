import { randomBytes } from 'node:crypto';

import { eventually, hasRedis, startRedis } from '@platform/testing';
import type { TestRedis } from '@platform/testing';
import request from 'supertest';

import { startTemporaryPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';
import { startCollector } from './collector.ts';
import type { CollectedSpan, Collector } from './collector.ts';

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];

describe.each([
  { queue: 'PostgreSQL', withRedis: false },
  ...(hasRedis() ? [{ queue: 'Redis', withRedis: true }] : []),
])('with a queue on $queue', ({ withRedis }) => {
  let collector: Collector;
  let redis: TestRedis | undefined;
  let platform: Platform;

  beforeAll(async () => {
    collector = await startCollector();
    redis = withRedis ? await startRedis() : undefined;
    platform = await startTemporaryPlatform({
      REDIS_URL: redis?.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=abc',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    });
  });

  afterAll(async () => {
    await platform.stop();
    await redis?.stop();
    await collector.close();
  });

  const newTrace = () => ({ trace: randomBytes(16).toString('hex'), parent: randomBytes(8).toString('hex') });

  const call = (method: 'get' | 'post', path: string, traceparent?: string) =>
    request(platform.url)
      [method](path)
      .set('Authorization', `Bearer ${platform.key}`)
      .set(traceparent === undefined ? {} : { traceparent });

  const spansOf = (trace: string): CollectedSpan[] =>
    collector.spans.filter(({ traceId }) => traceId === trace);

  /** The one span of a trace that matches. */
  const one = (
    spans: readonly CollectedSpan[],
    service: string,
    kind: number,
    name: string,
  ): CollectedSpan => {
    const found = spans.filter(
      (span) => span.service === service && span.kind === kind && span.name === name,
    );
    expect({ service, kind, name, count: found.length }).toEqual({ service, kind, name, count: 1 });
    return found[0]!;
  };

  it('records gateway, service and PostgreSQL as one trace that continues the client’s', async () => {
    const { trace, parent } = newTrace();
    await call('get', '/v1/palettes?search=hidden-search', `00-${trace}-${parent}-01`).expect(200);
    await eventually(() => {
      const spans = spansOf(trace);
      const entry = one(spans, 'gateway', SERVER, 'GET /v1/**');
      expect(entry.parentSpanId).toBe(parent);
      expect(entry.attribute('http.response.status_code')).toBe(200);
      const passed = one(spans, 'gateway', CLIENT, 'GET palette');
      expect(passed.parentSpanId).toBe(entry.spanId);
      const service = one(spans, 'palette', SERVER, 'GET /v1/palettes');
      expect(service.parentSpanId).toBe(passed.spanId);
      const queries = spans.filter((span) => span.service === 'palette' && span.kind === CLIENT);
      expect(queries.map((span) => span.parentSpanId)).toContain(service.spanId);
      expect(queries.map((span) => span.attribute('db.query.text')).join()).toMatch(
        /select .* from "palettes"/i,
      );
    });
  });

  it('follows an export through the queue to the worker and its queries', async () => {
    const { body: palette } = await call('post', '/v1/palettes')
      .send({ name: 'Traced', base_color: '#3366cc' })
      .expect(201);
    const { trace, parent } = newTrace();
    await call('post', '/v1/tokens/export', `00-${trace}-${parent}-01`)
      .send({ palette_id: palette.data.id, format: 'css' })
      .expect((answer) => {
        expect([200, 201, 202]).toContain(answer.status);
      });
    await eventually(() => {
      const spans = spansOf(trace);
      const service = one(spans, 'palette', SERVER, 'POST /v1/tokens/export');
      const job = one(spans, 'palette-worker', CONSUMER, 'process exports');
      expect(job.parentSpanId).toBe(service.spanId);
      const queries = spans.filter(
        (span) => span.service === 'palette-worker' && span.attribute('db.system.name') === 'postgresql',
      );
      expect(queries.map((span) => span.parentSpanId)).toContain(job.spanId);
    });
  });

  it.each([
    ['absent', undefined],
    ['malformed', 'garbage'],
    ['all zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['of a version that must not be', `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
    ['upper-case', `00-${'A'.repeat(32)}-${'B'.repeat(16)}-01`],
    ['repeated', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01, 00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`],
    ['very long', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-${'x'.repeat(5_000)}`],
  ])('begins a trace at the gateway where the header is %s', async (_name, traceparent) => {
    const before = new Set(collector.spans.map(({ traceId }) => traceId));
    await call('get', '/v1/workspaces', traceparent).set('tracestate', 'vendor=hostile').expect(200);
    await eventually(() => {
      const fresh = collector.spans.filter(({ traceId }) => !before.has(traceId));
      const entry = one(fresh, 'gateway', SERVER, 'GET /v1/**');
      expect(entry.parentSpanId ?? '').toBe('');
      expect(entry.traceId).not.toMatch(/^(.)\1+$/i);
      const spans = spansOf(entry.traceId);
      expect(one(spans, 'palette', SERVER, 'GET /v1/workspaces').parentSpanId).toBe(
        one(spans, 'gateway', CLIENT, 'GET palette').spanId,
      );
    });
    expect(collector.received.join()).not.toContain('vendor=hostile');
  });

  it('passes on streamed requests within their trace', async () => {
    const { trace, parent } = newTrace();
    await request(platform.url).get('/t.js').set('traceparent', `00-${trace}-${parent}-01`).expect(200);
    await eventually(() => {
      const spans = spansOf(trace);
      const passed = one(spans, 'gateway', CLIENT, 'GET analytics');
      expect(one(spans, 'analytics', SERVER, 'GET /t.js').parentSpanId).toBe(passed.spanId);
    });
  });

  it('keeps the traces of hits apart that are passed on together', async () => {
    const { body: website } = await call('post', '/api/v1/websites')
      .send({ domain: 'traced.example' })
      .expect(201);
    const hit = (page: string, traceparent: string) =>
      request(platform.url)
        .post('/collect')
        .set('traceparent', traceparent)
        .set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
        .set('Content-Type', 'text/plain')
        .send(JSON.stringify({ k: website.data.site_key, u: `https://traced.example/${page}` }))
        .expect(204);
    const alone = newTrace();
    // In its answer, the service says that it takes many at once.
    await hit('first', `00-${alone.trace}-${alone.parent}-01`);
    const together = Array.from({ length: 4 }, newTrace);
    await Promise.all(together.map(({ trace, parent }) => hit(trace, `00-${trace}-${parent}-01`)));
    await eventually(() => {
      for (const { trace, parent } of together) {
        const spans = spansOf(trace);
        const entry = spans.find((span) => span.service === 'gateway' && span.kind === SERVER);
        expect(entry?.parentSpanId).toBe(parent);
        const passed = one(spans, 'gateway', CLIENT, 'POST analytics');
        const taken = one(spans, 'analytics', SERVER, 'POST /hits');
        expect(taken.parentSpanId).toBe(passed.spanId);
        expect(taken.attribute('http.response.status_code')).toBe(204);
      }
      const queries = together
        .flatMap(({ trace }) => spansOf(trace))
        .filter((span) => span.service === 'analytics' && span.kind === CLIENT);
      expect(queries.map((span) => span.attribute('db.query.text')).join()).toMatch(/INSERT INTO events/i);
    });
  });

  it('tells the collector no key, query, body or address', () => {
    const text = collector.received.join();
    expect(collector.headers[0]).toMatchObject({ 'x-collector-token': 'abc' });
    expect(text).toContain('GET /v1/palettes');
    for (const secret of [
      platform.key,
      'hidden-search',
      'Traced',
      '3366cc',
      'collector-token',
      'Bearer',
      'traced.example',
    ])
      expect(text).not.toContain(secret);
  });
});
