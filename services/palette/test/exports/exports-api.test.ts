import { createHash } from 'node:crypto';
import request from 'supertest';
import { typeid } from 'typeid-js';
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

const fileText = async (id: string): Promise<string> =>
  (await client.get(`/v1/tokens/${id}/file`).buffer(true).responseType('blob')).body.toString('utf8');

describe('POST /v1/tokens/export', () => {
  it('accepts an export, and the worker completes it with a file of the stated size and hash', async () => {
    const accepted = await client.export({ palette_id: palette, format: 'css', prefix: 'brand' });
    expect(accepted.status).toBe(202);
    const { id } = accepted.body.data;
    expect(accepted.body.data).toMatchObject({
      id: expect.stringMatching(/^exp_[0-9a-z]{26}$/),
      format: 'css',
      prefix: 'brand',
      palette_id: palette,
      theme_id: null,
      status_url: `https://api.example.com/v1/tokens/${id}/status`,
      options: { color_syntax: 'hex', p3: 'auto', shades: false, names: 'role', comments: true, mode: null },
    });
    expect(accepted.headers['location']).toBe(`/v1/tokens/${id}/status`);
    expect(accepted.headers['retry-after']).toBe('1');

    const done = await client.ended(id);
    expect(done).toMatchObject({
      status: 'completed',
      progress: 100,
      attempts: 1,
      filename: 'brand.css',
      media_type: 'text/css',
      error: null,
      download_url: `https://api.example.com/v1/tokens/${id}/file`,
    });
    expect(Date.parse(done.completed_at)).toBeGreaterThanOrEqual(Date.parse(done.started_at));
    expect(Date.parse(done.expires_at) - Date.parse(done.completed_at)).toBe(3_600_000);
    const text = await fileText(id);
    expect(Buffer.byteLength(text)).toBe(done.bytes);
    expect(createHash('sha256').update(text).digest('hex')).toBe(done.sha256);
    const { colors } = (await client.get(`/v1/palettes/${palette}`)).body.data;
    for (const { role, hex } of colors) expect(text).toContain(`--brand-${role}: ${hex};`);
  });

  it('shares one export between equal requests, and only between them', async () => {
    const body = { palette_id: palette, format: 'scss', prefix: 'same' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.export(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    const { id } = answers[0]!.body.data;
    await client.ended(id);
    const again = await client.export(body);
    expect(again.body.data).toMatchObject({ id, status: 'completed' });
    expect(again.headers['retry-after']).toBeUndefined();
    const others = await Promise.all([
      client.export({ ...body, prefix: 'other' }),
      client.export({ ...body, format: 'less' }),
      client.export({ ...body, options: { comments: false } }),
    ]);
    expect(new Set([id, ...others.map((answer) => answer.body.data.id)]).size).toBe(4);
  });

  it('names tokens by colour, adds shades, writes other syntaxes, and omits comments', async () => {
    const { colors } = (await client.get(`/v1/palettes/${palette}`)).body.data;
    const byColor = await exported({ format: 'json', options: { names: 'color' } });
    const named = JSON.parse(await fileText(byColor.id));
    expect(Object.values(named)).toEqual(colors.map((color: { hex: string }) => color.hex));
    expect(Object.keys(named)[0]).toBe(`color-${colors[0].name.toLowerCase().replaceAll(' ', '-')}`);

    const shades = await exported({ format: 'json-nested', prefix: 'brand', options: { shades: true } });
    const { base } = JSON.parse(await fileText(shades.id)).brand;
    expect(Object.keys(base).sort()).toEqual([
      '100',
      '200',
      '300',
      '400',
      '50',
      '500',
      '600',
      '700',
      '800',
      '900',
      '950',
      'default',
    ]);
    expect(base.default).toBe('#336699');
    expect(
      Object.entries(base).filter(([step, hex]) => step !== 'default' && hex === '#336699'),
    ).toHaveLength(1);

    const oklch = await exported({
      format: 'css',
      options: { color_syntax: 'oklch', comments: false, p3: true },
    });
    const css = await fileText(oklch.id);
    expect(css).toMatch(/--color-base: oklch\(0\.\d+ 0\.\d+ \d+(\.\d+)?\);/);
    expect(css).toMatch(/@media \(color-gamut: p3\)[\s\S]*--color-base: color\(display-p3/);
    expect(css).not.toContain('/*');
  });

  it.each([
    [{}, ['format']],
    [{ format: 'css' }, ['palette_id']],
    [{ palette_id: 7, format: 'css' }, ['palette_id']],
    [{ palette_id: 'PALETTE', format: 'pdf' }, ['format']],
    [{ palette_id: 'PALETTE', format: 'css', prefix: '9lives' }, ['prefix']],
    [{ palette_id: 'PALETTE', format: 'css', prefix: 'a'.repeat(33) }, ['prefix']],
    [{ palette_id: 'PALETTE', format: 'css', prefix: 'a\u0000' }, ['prefix']],
    [{ palette_id: 'PALETTE', format: 'css', options: { color_syntax: 'hsl' } }, ['options.color_syntax']],
    [{ palette_id: 'PALETTE', format: 'css', options: { shades: 'yes' } }, ['options.shades']],
    [{ palette_id: 'PALETTE', format: 'css', options: { mode: 'dark' } }, ['options.mode']],
    [
      { palette_id: 'PALETTE', format: 'ase', options: { color_syntax: 'rgb', p3: true } },
      ['options.color_syntax', 'options.p3'],
    ],
    [{ palette_id: 'PALETTE', theme_id: 'thm_x', format: 'css' }, ['theme_id']],
  ])('refuses %j with 400, naming the fields', async (body, fields) => {
    const sent =
      'palette_id' in body && body.palette_id === 'PALETTE' ? { ...body, palette_id: palette } : body;
    const answer = await client.export(sent);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('invalid_parameter');
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('accepts tailwind for tailwind-v4', async () => {
    const { status, body } = await client.export({ palette_id: palette, format: 'tailwind' });
    expect([status, body.data.format]).toEqual([202, 'tailwind-v4']);
  });

  it('explains what a prefix may be', async () => {
    const { body } = await client.export({ palette_id: palette, format: 'css', prefix: '9lives' });
    expect(body.error.message).toContain('starting with a letter');
  });

  it('refuses a body that is missing, of another type, malformed, or too large', async () => {
    const bearer = await harness.identity.bearer({ organisation: 'org_a' });
    const send = (type: string, body: string) =>
      request(harness.app)
        .post('/v1/tokens/export')
        .set('Authorization', bearer)
        .set('Content-Type', type)
        .send(body);
    const valid = JSON.stringify({ palette_id: palette, format: 'css' });
    expect((await send('application/json', '')).status).toBe(400);
    expect((await send('text/plain', valid)).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded', 'format=css')).status).toBe(400);
    expect((await send('application/json', valid.slice(0, -1))).status).toBe(400);
    expect((await send('application/json', '[]')).status).toBe(400);
    expect((await send('application/json', '{"format":"\\ud800"}')).status).toBe(400);
    expect((await send('application/json', `{"format":"${'a'.repeat(110_000)}"}`)).status).toBe(413);
  });

  it('repeats its answer for a repeated Idempotency-Key', async () => {
    const bearer = await harness.identity.bearer({ organisation: 'org_a' });
    const send = (format: string) =>
      request(harness.app)
        .post('/v1/tokens/export')
        .set('Authorization', bearer)
        .set('Idempotency-Key', 'key-1')
        .send({ palette_id: palette, format, prefix: 'once' });
    const first = await send('gpl');
    await client.ended(first.body.data.id);
    expect((await send('gpl')).body.data).toEqual(first.body.data);
    expect((await send('csv')).status).toBe(400);
  });

  it('answers 404 for palettes and themes that are unknown or belong to others', async () => {
    const foreign = await stranger.palette();
    for (const id of [foreign, typeid('pal').toString(), 'abc', '0'])
      expect((await client.export({ palette_id: id, format: 'css' })).status).toBe(404);
    expect((await client.export({ theme_id: typeid('thm').toString(), format: 'css' })).status).toBe(404);
  });

  it('requires the scope tokens:write', async () => {
    const bearer = await harness.identity.bearer({ organisation: 'org_a', scopes: ['palettes:write'] });
    const answer = await request(harness.app)
      .post('/v1/tokens/export')
      .set('Authorization', bearer)
      .send({ palette_id: palette, format: 'css' });
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain('tokens:write');
  });
});

it('tokens:read is enough for formats, the status and the file, and for nothing else', async () => {
  const { id } = await exported({ format: 'css', prefix: 'read' });
  const ask = async (method: 'get' | 'post' | 'delete', path: string, scopes: string[]) => {
    const bearer = await harness.identity.bearer({ organisation: 'org_a', scopes });
    const sent = request(harness.app)[method](path).set('Authorization', bearer);
    const answer = await (method === 'post' ? sent.send({ palette_id: palette, format: 'css' }) : sent);
    return answer.status;
  };
  const read = ['/v1/tokens/formats', `/v1/tokens/${id}/status`, `/v1/tokens/${id}/file`];
  for (const path of read) {
    expect([path, await ask('get', path, ['tokens:read'])]).toEqual([path, 200]);
    expect([path, await ask('get', path, ['tokens:write'])]).toEqual([path, 200]);
    expect([path, await ask('get', path, ['palettes:read'])]).toEqual([path, 403]);
  }
  expect(await ask('post', '/v1/tokens/export', ['tokens:read'])).toBe(403);
  expect(await ask('post', '/v1/tokens/import', ['tokens:read'])).toBe(403);
  expect(await ask('delete', `/v1/tokens/${id}`, ['tokens:read'])).toBe(403);
});

describe('every format', () => {
  it('renders a real palette in the worker', async () => {
    const { items } = (await client.get('/v1/tokens/formats')).body.data;
    const ids: string[] = items.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(25);
    const done = await Promise.all(ids.map((format) => exported({ format, prefix: 'all' })));
    expect(done.map(({ format, status }) => [format, status])).toEqual(ids.map((id) => [id, 'completed']));
  });
});
