import { createHash } from 'node:crypto';

import { notFound } from '@platform/errors';
import { envelopeDialect, requestId, sendError, toAppError } from '@platform/http';
import express from 'express';
import type { ErrorRequestHandler } from 'express';
import request from 'supertest';
import { typeid } from 'typeid-js';

import { sendFile } from '../../src/exports/exports-router.ts';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;
let client: ExportClient;
let stranger: ExportClient;
let palette: string;

beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  stranger = await clientOf(harness, 'org_b');
  palette = await client.palette({ base_color: '#336699', harmony: 'triadic', count: 6 });
  harness.startWorker();
});

afterAll(() => harness.close());

const exported = async (body: object) => {
  const { body: answer } = await client.export({ palette_id: palette, ...body });
  return client.ended(answer.data.id as string);
};

describe('GET /v1/tokens/formats', () => {
  it('lists the formats, each with a real example', async () => {
    const answer = await client.get('/v1/tokens/formats');
    const css = answer.body.data.items.find(({ id }: { id: string }) => id === 'css');
    expect(css).toMatchObject({
      title: 'CSS custom properties',
      media_type: 'text/css',
      extension: '.css',
      options: ['color_syntax', 'p3', 'comments', 'references'],
      example: {
        filename: 'brand.css',
        encoding: 'utf8',
        content: expect.stringContaining('--brand-base: #336699;'),
      },
    });
    const png = answer.body.data.items.find(({ id }: { id: string }) => id === 'png');
    expect(Buffer.from(png.example.content, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('GET /v1/tokens/:id/status', () => {
  it('waits until the export finishes or the time is up', async () => {
    const { body } = await client.export({ palette_id: palette, format: 'css', prefix: 'held' });
    const done = await client.get(`/v1/tokens/${body.data.id}/status?wait=10`);
    expect(done.body.data.status).toBe('completed');
    expect(done.headers['retry-after']).toBeUndefined();
  });

  it.each(['-1', '26', '1.5', 'soon'])('refuses wait=%s', async (wait) => {
    const answer = await client.get(`/v1/tokens/${typeid('exp').toString()}/status?wait=${wait}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe('wait');
  });

  it('answers 404 for ids that are unknown or belong to others', async () => {
    const mine = await exported({ format: 'css', prefix: 'mine' });
    for (const id of ['0', 'abc', 'exp_1', typeid('exp').toString(), palette])
      expect((await client.get(`/v1/tokens/${id}/status`)).status).toBe(404);
    for (const path of ['status', 'file'])
      expect((await stranger.get(`/v1/tokens/${mine.id}/${path}`)).status).toBe(404);
    expect((await stranger.delete(`/v1/tokens/${mine.id}`)).status).toBe(404);
    expect((await client.get(`/v1/tokens/${mine.id}/status`)).status).toBe(200);
  });
});

describe('GET /v1/tokens/:id/file', () => {
  const download = async (headers: Record<string, string> = {}, format = 'css') => {
    const { id } = await exported({ format, prefix: 'file' });
    return client.get(`/v1/tokens/${id}/file`, headers).buffer(true).responseType('blob');
  };

  it('sends the file as a file', async () => {
    const answer = await download();
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'content-disposition': 'attachment; filename="file.css"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  });

  it('sends binary files byte for byte', async () => {
    const answer = await download({}, 'png');
    expect(answer.headers['content-type']).toBe('image/png');
    expect(`"${createHash('sha256').update(answer.body).digest('hex')}"`).toBe(answer.headers['etag']);
  });

  it('answers 304 if the client already has it', async () => {
    const { headers } = await download();
    const again = await download({ 'If-None-Match': headers['etag']! });
    expect([again.status, again.body.length ?? 0]).toEqual([304, 0]);
    expect((await download({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('sends the requested range', async () => {
    const whole = await download();
    const { length } = whole.body as Buffer;
    const part = await download({ Range: 'bytes=5-9' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-9/${length}`]);
    expect(part.body.equals(whole.body.subarray(5, 10))).toBe(true);
    const tail = await download({ Range: 'bytes=-4' });
    expect(tail.body.equals(whole.body.subarray(-4))).toBe(true);
    const beyond = await download({ Range: `bytes=${length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${length}`]);
    expect((await download({ Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await download({ Range: 'bytes=0-1', 'If-Range': whole.headers['etag']! })).status).toBe(206);
    expect((await download({ Range: 'lines=1-2' })).status).toBe(200);
  });
});

describe('a file that is removed while it is asked for', () => {
  const FILE = { filename: 'ocean.css', mediaType: 'text/css', bytes: 4, sha256: 'a'.repeat(64) };

  it('is 404 as JSON, and not a file', async () => {
    const app = express();
    app.use(requestId());
    app.get('/file', (incoming, response) =>
      sendFile(incoming, response, FILE, () => Promise.reject(notFound('file'))),
    );
    app.use(((error, _request, response, _next) => {
      sendError(toAppError(error), envelopeDialect, response);
    }) as ErrorRequestHandler);
    const { status, type, headers } = await request(app).get('/file');
    expect([status, type, headers['content-disposition']]).toEqual([404, 'application/json', undefined]);
  });
});

describe('DELETE /v1/tokens/:id', () => {
  it('removes an export and its file', async () => {
    const { id } = await exported({ format: 'css', prefix: 'gone' });
    const answer = await client.delete(`/v1/tokens/${id}`);
    expect(answer.body.data).toEqual({ id, object: 'export', deleted: true });
    for (const path of ['status', 'file'])
      expect((await client.get(`/v1/tokens/${id}/${path}`)).status).toBe(404);
    expect((await client.delete(`/v1/tokens/${id}`)).status).toBe(404);
    const anew = await client.export({ palette_id: palette, format: 'css', prefix: 'gone' });
    expect(anew.body.data.id).not.toBe(id);
  });
});

describe('HEAD on a file', () => {
  it('describes the download', async () => {
    const { id, bytes } = await exported({ format: 'ase', prefix: 'head' });
    const bearer = await harness.identity.bearer({ organisation: 'org_a' });
    const head = (headers: Record<string, string> = {}) =>
      request(harness.app).head(`/v1/tokens/${id}/file`).set('Authorization', bearer).set(headers);
    const answer = await head();
    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(bytes)]);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="head.ase"');
    // RFC 9110, 14.2: ranges are for GET only.
    for (const Range of ['bytes=0-1', 'bytes=999999-']) {
      const whole = await head({ Range });
      expect([whole.status, whole.headers['content-length']]).toEqual([200, String(bytes)]);
    }
  });
});

describe('other methods', () => {
  it('answers 405 with Allow', async () => {
    const answer = await client.get('/v1/tokens/export');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });
});
