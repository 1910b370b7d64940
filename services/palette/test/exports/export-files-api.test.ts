import { createHash } from 'node:crypto';
import request from 'supertest';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;

let client: ExportClient;

let palette: string;

beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  palette = await client.palette({ base_color: '#336699', harmony: 'triadic', count: 6 });
  harness.startWorker();
});

afterAll(() => harness.close());

const exported = async (body: object) => {
  const { body: answer } = await client.export({ palette_id: palette, ...body });
  return client.ended(answer.data.id as string);
};

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
