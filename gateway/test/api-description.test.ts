import type { OpenApiDocument } from '@platform/http';
import express from 'express';
import request from 'supertest';

import { createReferenceRouter } from '../src/reference/reference-router.ts';
import { describeWebhooks, EVENT_TYPES } from '../src/webhooks/event-types.ts';

interface MessageSchema {
  properties: { type: { const: string }; data: { required: string[] } };
}

interface Operation {
  description: string;
  requestBody: {
    content: { 'application/json': { schema: MessageSchema; example: Record<string, unknown> } };
  };
}

const describes = (paths: string[]): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: '', version: '1', description: '' },
  tags: [],
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  components: {},
});

it('the merged API description is put together when a document changes, not for every request', async () => {
  let merges = 0;
  let read = [{ area: 'palette', document: describes(['/v1/palettes']) }];
  const router = createReferenceRouter({
    documents: { read: () => Promise.resolve([...read]) },
    own: describes(['/v1/keys']),
    publicUrl: 'https://api.example.com',
    hosts: {},
    homeOf: () => '/docs',
    isRouted(_area, path) {
      if (path === '/v1/keys') merges += 1;
      return true;
    },
  });
  const app = express().use(router);
  const ask = () => request(app).get('/openapi.json').set('Accept-Encoding', 'gzip').expect(200);
  const [first] = await Promise.all([ask(), ask(), ask()]);
  expect(merges).toBe(1);
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(first.type).toBe('application/json');
  const plain = await request(app).get('/openapi.json').set('Accept-Encoding', 'identity').expect(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toEqual(first.body);
  const { etag } = first.headers;
  await request(app).get('/openapi.json').set('If-None-Match', String(etag)).expect(304);
  expect(merges).toBe(1);

  read = [{ area: 'palette', document: describes(['/v1/themes']) }];
  const changed = await ask();
  expect(Object.keys(changed.body.paths)).toEqual(['/v1/themes', '/v1/keys']);
  expect(changed.headers['etag']).not.toBe(etag);
});

it('describes each message to webhooks with an example that its schema takes', () => {
  const described = describeWebhooks() as Record<string, { post: Operation }>;
  expect(Object.keys(described)).toEqual(EVENT_TYPES.map(({ type }) => type));
  for (const [type, { post }] of Object.entries(described)) {
    const { schema, example } = post.requestBody.content['application/json'];
    const { data, type: named } = schema.properties;
    expect([type, named.const, example['type']]).toEqual([type, type, type]);
    expect(data.required).toEqual(Object.keys(example['data'] as object));
    expect(post.description).toContain('HMAC-SHA-256');
  }
});
