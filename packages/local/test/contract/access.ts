import type { Api } from './api.ts';

const PATHS = ['/api/v1/websites', '/api/v1/reports', '/v1/workspaces'];

/** Tests the rules of all areas: keys, scopes, ids of requests, unreadable requests. */
export const describeAccess = (api: () => Api): void => {
  describe('access', () => {
    it.each(PATHS)('requires a valid key for %s', async (path) => {
      for (const key of [null, 'x', `dak_${'a'.repeat(49)}`, `${api().key}x`]) {
        const { status, headers } = await api().send('GET', path, { key });
        expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
      }
    });

    it.each([
      ['GET', '/api/v1/websites', 'websites:read'],
      ['GET', '/api/v1/reports', 'reports:read'],
      ['GET', '/v1/workspaces', 'workspaces:read'],
      ['POST', '/v1/palettes', 'palettes:write'],
      ['POST', '/api/v1/websites', 'websites:write'],
    ])('names the missing scope of %s %s', async (method, path, scope) => {
      const key = await api().keyWith(['stats:read']);
      const { status, body } = await api().send(method, path, {
        key,
        ...(method === 'POST' ? { json: {} } : {}),
      });
      expect(status).toBe(403);
      expect(JSON.stringify(body)).toContain(scope);
    });

    it.each([
      ['DELETE', '/api/v1/websites'],
      ['POST', '/api/v1/reports/1'],
      ['DELETE', '/v1/workspaces'],
      ['PUT', '/v1/palettes'],
    ])('answers %s %s with 405 and Allow', async (method, path) => {
      const { status, headers } = await api().send(method, path, method === 'DELETE' ? {} : { json: {} });
      expect([status, headers.get('allow')]).toEqual([405, expect.stringMatching(/GET|POST/)]);
    });

    it.each(['/nothing', '/api/v1/nothing', '/v1/nothing'])('answers 404 for %s', async (path) => {
      expect((await api().send('GET', path)).status).toBe(404);
    });

    it.each(['/api/v1/websites', '/v1/palettes'])(
      'refuses unreadable and oversized bodies at %s',
      async (path) => {
        const send = (raw: string | Uint8Array, type = 'application/json') =>
          api().send('POST', path, { raw, headers: { 'Content-Type': type } });
        expect((await send('{"a":')).status).toBe(400);
        expect((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(400);
        expect((await send(JSON.stringify({ name: 'a'.repeat(1_000_000) }))).status).toBe(413);
        expect([400, 415]).toContain((await send('<a/>', 'application/xml')).status);
        const nul = await send('{"domain":"a\\u0000b","base_color":"a\\u0000b"}');
        expect([400, 422]).toContain(nul.status);
        expect(JSON.stringify(nul.body)).toMatch(/domain|base_color/);
        const lone = await send('{"domain":"\\ud800","base_color":"\\ud800"}');
        expect([400, 422]).toContain(lone.status);
      },
    );

    it('keeps a request’s id', async () => {
      const { headers } = await api().send('GET', '/api/v1/websites', {
        headers: { 'X-Request-Id': 'my-id.1' },
      });
      expect(headers.get('x-request-id')).toBe('my-id.1');
    });

    it('withstands parallel identical writes', async () => {
      const domain = `parallel-${Date.now()}.example.com`;
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => api().send('POST', '/api/v1/websites', { form: { domain } })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(199);
      const palettes = await Promise.all(
        Array.from({ length: 200 }, () =>
          api().send('POST', '/v1/palettes', { json: { base_color: 'red', harmony: 'tints' } }),
        ),
      );
      expect(palettes.filter(({ status }) => status === 201)).toHaveLength(200);
    });
  });
};
