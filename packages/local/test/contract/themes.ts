import type { Answer, Api } from './api.ts';

/** The rows of the interface's "Palette interface" about themes and workspaces. */
export const describeThemes = (api: () => Api): void => {
  const post = (path: string, json: unknown, key?: string): Promise<Answer> =>
    api().send('POST', path, { json, ...(key === undefined ? {} : { key }) });
  const create = (fields: object = {}): Promise<Answer> =>
    post('/v1/palettes', { base_color: '#3b82f6', harmony: 'triadic', ...fields });
  const fieldsOf = (answer: Answer): string[] =>
    answer.body.error.details.map(({ field }: { field: string }) => field);

  describe('themes', () => {
    const tokens = {
      color: { $type: 'color', brand: { $value: '{palette.0}' }, accent: { $value: '{color.brand}' } },
    };

    it('makes a theme from a palette and a token set', async () => {
      const {
        body: { data: palette },
      } = await create();
      const { status, body } = await post('/v1/themes', { palette_id: palette.id, tokens, name: 'Ocean' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ name: 'Ocean', palette_id: palette.id });
      expect(body.data.id).toMatch(/^thm_/);
    });

    it.each([
      ['name', { name: undefined }],
      ['name', { name: '' }],
      ['tokens', { tokens: undefined }],
      ['tokens', { tokens: [] }],
      ['palette_id', { palette_id: undefined }],
      ['tokens', { tokens: { a: { $type: 'color', $value: '{b}' }, b: { $type: 'color', $value: '{a}' } } }],
      ['tokens', { tokens: { a: { $type: 'color', $value: '{nowhere}' } } }],
    ])('refuses %s in %j with 400, naming it', async (field, fields) => {
      const {
        body: { data: palette },
      } = await create();
      const answer = await post('/v1/themes', { palette_id: palette.id, tokens, name: 'Ocean', ...fields });
      expect(answer.status).toBe(400);
      expect(fieldsOf(answer).some((name) => name === field || name.startsWith(`${field}.`))).toBe(true);
    });

    it('hides another organisation’s palettes', async () => {
      const {
        body: { data: palette },
      } = await create();
      expect(
        (await post('/v1/themes', { palette_id: palette.id, tokens, name: 'Ocean' }, api().otherKey)).status,
      ).toBe(404);
    });
  });

  describe('the live style sheet of a theme', () => {
    it('is sent through the gateway without a key, and again only if the theme changed', async () => {
      const { id: palette } = (await create()).body.data;
      const made = await post('/v1/themes', {
        palette_id: palette,
        tokens: { primary: '#ffd400' },
        name: 'Live',
      });
      const theme = `/v1/themes/${made.body.data.id}`;
      const { url } = (await post(`${theme}/links`, {})).body.data as { url: string };
      const open = (headers: Record<string, string> = {}): Promise<Response> => fetch(url, { headers });
      const first = await open();
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
      expect(await first.text()).toContain('--theme-light-primary: #ffd400;');
      const tag = first.headers.get('etag') ?? '';
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await open({ 'If-None-Match': known });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      }
      await api().send('PATCH', theme, { json: { tokens: { primary: '#0055ff' } } });
      const changed = await open({ 'If-None-Match': tag });
      expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
      expect(await changed.text()).toContain('--theme-light-primary: #0055ff;');
    });
  });

  describe('workspaces', () => {
    it('lists them page by page, each once', async () => {
      for (let index = 0; index < 5; index += 1)
        expect((await post('/v1/workspaces', { name: `Workspace ${Date.now()} ${index}` })).status).toBe(201);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { status, body } = await api().send(
          'GET',
          `/v1/workspaces?limit=2${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        expect(status).toBe(200);
        seen.push(...body.data.items.map(({ id }: { id: string }) => id));
        cursor = body.data.next_cursor;
      } while (cursor !== undefined);
      expect(seen.length).toBeGreaterThanOrEqual(5);
      expect(new Set(seen).size).toBe(seen.length);
    });

    it('accepts the organisation’s own org_id, and refuses another with 403', async () => {
      const { body } = await api().send('GET', '/v1/workspaces');
      const organisation: string = body.data.items[0].org_id;
      expect((await api().send('GET', `/v1/workspaces?org_id=${organisation}`)).status).toBe(200);
      expect(
        (await api().send('GET', `/v1/workspaces?org_id=${organisation}`, { key: api().otherKey })).status,
      ).toBe(403);
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=made-up'])('refuses %s', async (query) => {
      const answer = await api().send('GET', `/v1/workspaces?${query}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [query.split('=')[0]]]);
    });
  });
};
