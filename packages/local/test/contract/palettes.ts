import { eventually } from '@platform/testing';

import type { Answer, Api } from './api.ts';
import { describeThemes } from './themes.ts';

const HARMONIES = [
  'complementary',
  'analogous',
  'triadic',
  'split_complementary',
  'tetradic',
  'square',
  'monochromatic',
  'tints',
  'shades',
  'tones',
];
const FORMATS = ['css', 'scss', 'json', 'dtcg', 'tailwind-v4', 'ios-swift'];

/** The rows of the interface's "Palette interface". */
export const describePalettes = (api: () => Api): void => {
  const post = (path: string, json: unknown, key?: string): Promise<Answer> =>
    api().send('POST', path, { json, ...(key === undefined ? {} : { key }) });
  const create = (fields: object = {}): Promise<Answer> =>
    post('/v1/palettes', { base_color: '#3b82f6', harmony: 'triadic', ...fields });
  const envelope = {
    request_id: expect.any(String),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  };
  const fieldsOf = (answer: Answer): string[] =>
    answer.body.error.details.map(({ field }: { field: string }) => field);

  describe('palettes', () => {
    it('generates five colours by default, the base first and unchanged, in the envelope', async () => {
      const { status, body, headers } = await create();
      expect(status).toBe(201);
      expect(body.meta).toEqual(envelope);
      expect(body.meta.request_id).toBe(headers.get('x-request-id'));
      expect(body.data).toMatchObject({
        harmony: 'triadic',
        count: 5,
        base_color: { input: '#3b82f6', hex: '#3b82f6' },
      });
      expect(body.data.id).toMatch(/^pal_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      expect(body.data.colors).toHaveLength(5);
      expect(body.data.colors[0].hex).toBe('#3b82f6');
    });

    it.each(HARMONIES)('supports the harmony %s', async (harmony) => {
      const { status, body } = await create({ harmony, count: 7 });
      expect([status, body.data.harmony, body.data.colors.length]).toEqual([201, harmony, 7]);
    });

    it.each([1, 2, 31, 32])('creates %i colours', async (count) => {
      expect((await create({ count })).body.data.colors).toHaveLength(count);
    });

    it.each([
      ['base_color', { base_color: undefined }],
      ['base_color', { base_color: 'currentColor' }],
      ['base_color', { base_color: 5 }],
      ['base_color', { base_color: `#fff${' '.repeat(200)}` }],
      ['harmony', { harmony: 'pretty' }],
      ['count', { count: 0 }],
      ['count', { count: 33 }],
      ['count', { count: 2.5 }],
      ['count', { count: '5' }],
    ])('refuses %s in %j with 400, naming it', async (field, fields) => {
      const answer = await create(fields);
      expect([answer.status, answer.body.data, answer.body.error.code]).toEqual([
        400,
        null,
        'invalid_parameter',
      ]);
      expect(fieldsOf(answer)).toContain(field);
    });

    it('is found again, by its own organisation only', async () => {
      const {
        body: { data },
      } = await create();
      const shown = await api().send('GET', `/v1/palettes/${data.id}`);
      expect([shown.status, shown.body.data]).toEqual([200, data]);
      expect((await api().send('GET', `/v1/palettes/${data.id}`, { key: api().otherKey })).status).toBe(404);
      for (const id of ['pal_', 'pal_00000000000000000000000000', '1', data.id.toUpperCase()])
        expect((await api().send('GET', `/v1/palettes/${id}`)).status).toBe(404);
    });
  });

  describe('contrast', () => {
    it.each([
      ['AA', 4.5],
      ['AAA', 7],
      ['AA-large', 3],
      ['AAA-large', 4.5],
      ['UI', 3],
    ])('judges level %s', async (level, minimum) => {
      const {
        body: { data },
      } = await create();
      const { status, body } = await api().send('GET', `/v1/palettes/${data.id}/contrast?level=${level}`);
      expect(status).toBe(200);
      expect(body.data.level).toBe(level);
      for (const { ratio, passes } of body.data.pairs) expect(passes).toBe(ratio >= minimum);
    });

    it('defaults to AA and refuses other levels', async () => {
      const {
        body: { data },
      } = await create();
      expect((await api().send('GET', `/v1/palettes/${data.id}/contrast`)).body.data.level).toBe('AA');
      const refused = await api().send('GET', `/v1/palettes/${data.id}/contrast?level=A`);
      expect([refused.status, fieldsOf(refused)]).toEqual([400, ['level']]);
      expect(
        (await api().send('GET', `/v1/palettes/${data.id}/contrast`, { key: api().otherKey })).status,
      ).toBe(404);
    });
  });

  describe('token exports', () => {
    const finished = (id: string): Promise<Answer> =>
      eventually(async () => {
        const answer = await api().send('GET', `/v1/tokens/${id}/status`);
        expect(answer.body.data.status).toBe('completed');
        return answer;
      });

    it.each(FORMATS)('exports %s through the worker and serves the file', async (format) => {
      const {
        body: { data: palette },
      } = await create();
      const accepted = await post('/v1/tokens/export', { palette_id: palette.id, format, prefix: 'brand' });
      expect(accepted.status).toBe(202);
      expect(accepted.body.data).toMatchObject({ format, prefix: 'brand', palette_id: palette.id });
      expect(accepted.body.data.id).toMatch(/^exp_/);
      const { body } = await finished(accepted.body.data.id as string);
      const { download_url, bytes, sha256, media_type, filename } = body.data;
      const path = new URL(download_url as string, api().url).pathname;
      const file = await fetch(`${api().url}${path}`, { headers: { Authorization: `Bearer ${api().key}` } });
      const content = Buffer.from(await file.arrayBuffer());
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
      expect([file.status, content.length, digest]).toEqual([200, bytes, sha256]);
      expect(file.headers.get('content-type')).toContain((media_type as string).split(';')[0]);
      expect(file.headers.get('content-disposition')).toContain(filename);
      expect(file.headers.get('etag')).toBeTruthy();
      expect(
        (await fetch(`${api().url}${path}`, { headers: { Authorization: `Bearer ${api().otherKey}` } }))
          .status,
      ).toBe(404);
    });

    it.each([
      ['palette_id', {}],
      ['format', { palette_id: 'x' }],
      ['format', { format: 'word' }],
      ['prefix', { prefix: '1a' }],
      ['prefix', { prefix: 'a b' }],
      ['prefix', { prefix: 'a'.repeat(33) }],
    ])('refuses %s in %j with 400, naming it', async (field, fields) => {
      const {
        body: { data: palette },
      } = await create();
      const valid =
        field === 'palette_id'
          ? { format: 'css' }
          : field === 'format'
            ? { palette_id: palette.id as string }
            : { palette_id: palette.id as string, format: 'css' };
      const answer = await post('/v1/tokens/export', {
        ...valid,
        ...fields,
        ...(field === 'format' ? { palette_id: palette.id as string } : {}),
      });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer)).toContain(field);
    });

    it('hides another organisation’s palettes and exports', async () => {
      const {
        body: { data: palette },
      } = await create();
      const foreign = await post(
        '/v1/tokens/export',
        { palette_id: palette.id, format: 'css' },
        api().otherKey,
      );
      expect(foreign.status).toBe(404);
      const own = await post('/v1/tokens/export', { palette_id: palette.id, format: 'css' });
      expect(
        (await api().send('GET', `/v1/tokens/${own.body.data.id}/status`, { key: api().otherKey })).status,
      ).toBe(404);
      expect((await api().send('GET', '/v1/tokens/exp_x/status')).status).toBe(404);
    });
  });

  describeThemes(api);
};
