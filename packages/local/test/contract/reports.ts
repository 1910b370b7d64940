import { eventually } from '@platform/testing';

import type { Answer, Api } from './api.ts';

const PATH = '/api/v1/reports';
let count = 0;

/** The rows of the interface's "Page reports area". */
export const describeReports = (api: () => Api): void => {
  const newUrl = (): string => `${api().page}?n=${Date.now()}-${(count += 1)}`;
  const create = (
    fields: Record<string, string | number> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => api().send('POST', PATH, { form: { url: newUrl(), ...fields }, headers });

  describe('reports: store', () => {
    it('reports on a URL with the defaults', async () => {
      const url = newUrl();
      const { status, body, headers } = await api().send('POST', PATH, { form: { url } });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        url,
        status: 'generated',
        privacy: 0,
        has_password: false,
        error: null,
      });
      expect(['good', 'decent', 'bad']).toContain(body.data.result);
      expect(body.data.score).toBeGreaterThanOrEqual(0);
      expect(body.data.score).toBeLessThanOrEqual(100);
      expect(new Date(body.data.generated_at as string).getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(body.data.report_url).toMatch(/^http/);
      expect(headers.get('location')).toBe(`${PATH}/${body.data.id}`);
    });

    it('does not wait when told not to', async () => {
      const { status, body } = await create({}, { Prefer: 'respond-async' });
      expect(status).toBe(201);
      expect(['pending', 'generated']).toContain(body.data.status);
      await eventually(async () => {
        expect((await api().send('GET', `${PATH}/${body.data.id}`)).body.data.status).toBe('generated');
      });
    });

    it('accepts each privacy level, with a password for 2', async () => {
      for (const privacy of [0, 1])
        expect((await create({ privacy }, { Prefer: 'respond-async' })).body.data.privacy).toBe(privacy);
      const { body } = await create({ privacy: 2, password: 'open sesame' }, { Prefer: 'respond-async' });
      expect([body.data.privacy, body.data.has_password]).toEqual([2, true]);
      expect(JSON.stringify(body)).not.toContain('sesame');
    });

    it.each([
      ['url', {}],
      ['url', { url: '' }],
      ['url', { url: 'no url' }],
      ['url', { url: 'ftp://example.com/' }],
      ['url', { url: 'http://10.0.0.1/' }],
      ['url', { url: 'http://user:pass@example.com/' }],
      ['url', { url: 'http://93.184.215.14:22/' }],
      ['url', { url: 'http://[::1]/' }],
      ['privacy', { url: 'https://example.com/', privacy: 3 }],
    ])('refuses %s in %j with 422, naming it', async (field, form) => {
      const { status, body } = await api().send('POST', PATH, {
        form: form,
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toContain(field);
    });
  });

  describe('reports: show, update, delete', () => {
    it('shows categories and checks', async () => {
      const { body } = await create();
      const shown = await api().send('GET', `${PATH}/${body.data.id}`);
      expect(shown.status).toBe(200);
      expect(JSON.stringify(shown.body.data.categories)).toMatch(/seo.*performance|performance.*seo/);
      expect(shown.body.data.checks.length).toBeGreaterThanOrEqual(15);
    });

    it('updates privacy and password by PUT', async () => {
      const {
        body: { data },
      } = await create();
      const path = `${PATH}/${data.id}`;
      expect((await api().send('PUT', path, { form: { privacy: 1 } })).body.data.privacy).toBe(1);
      const locked = await api().send('PUT', path, { form: { privacy: 2 } });
      expect([locked.status, locked.body.data.has_password]).toEqual([200, false]);
      expect(
        (await api().send('PUT', path, { form: { privacy: 2, password: 'secret one' } })).body.data
          .has_password,
      ).toBe(true);
      expect((await api().send('PUT', path, { form: { url: newUrl() } })).status).toBe(422);
      expect((await api().send('PUT', path, { form: { results: 0 } })).status).toBe(200);
      expect((await api().send('PUT', path, { form: { results: 2 } })).status).toBe(422);
    });

    it('ignores fields that create does not know, and says so', async () => {
      const { status, body } = await create({ project: 'x' }, { Prefer: 'respond-async' });
      expect([status, body.ignored]).toEqual([201, ['project']]);
    });

    it('answers results=1 within a minute with the present result and the time of the next one', async () => {
      const {
        body: { data },
      } = await create();
      const again = await api().send('PUT', `${PATH}/${data.id}`, { form: { results: 1 } });
      expect([again.status, again.body.data.run_id]).toEqual([200, data.run_id]);
      expect(Date.parse(again.body.data.next_generation_at as string)).toBeGreaterThan(Date.now());
    });

    it('deletes a report, and the record is gone', async () => {
      const {
        body: { data },
      } = await create({}, { Prefer: 'respond-async' });
      const gone = await api().send('DELETE', `${PATH}/${data.id}`);
      expect([gone.status, gone.body]).toEqual([
        200,
        { id: data.id, object: 'report', deleted: true, status: 200 },
      ]);
      expect((await api().send('GET', `${PATH}/${data.id}`)).status).toBe(404);
      expect((await api().send('DELETE', `${PATH}/${data.id}`)).status).toBe(404);
    });

    it('refuses PATCH, unknown ids and other organisations', async () => {
      const {
        body: { data },
      } = await create({}, { Prefer: 'respond-async' });
      const patch = await api().send('PATCH', `${PATH}/${data.id}`, { form: { privacy: 1 } });
      expect(patch.status).toBe(405);
      expect(patch.headers.get('allow')).toContain('PUT');
      for (const id of ['0', 'abc', '1.5'])
        expect((await api().send('GET', `${PATH}/${id}`)).status).toBe(404);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect(
          (
            await api().send(method, `${PATH}/${data.id}`, {
              key: api().otherKey,
              ...(method === 'PUT' ? { form: { privacy: 0 } } : {}),
            })
          ).status,
        ).toBe(404);
    });
  });

  describe('reports: list', () => {
    const list = async (query: string): Promise<Answer> => api().send('GET', `${PATH}?${query}`);

    it('sorts by every key in both directions, reports without a value last', async () => {
      await create();
      await create({}, { Prefer: 'respond-async' });
      const order = { bad: 0, decent: 1, good: 2 };
      for (const sort of ['asc', 'desc'])
        for (const key of ['id', 'generated_at', 'url', 'result']) {
          const { status, body } = await list(`sort_by=${key}&sort=${sort}&per_page=100`);
          expect(status).toBe(200);
          const values = body.data.map((row: Record<string, string | number | null>) =>
            key === 'result' && row[key] !== null ? order[row[key] as 'bad'] : row[key],
          );
          const known = values.filter((value: unknown) => value !== null);
          expect(values.slice(0, known.length)).toEqual(known);
          const sorted = [...known].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect(known).toEqual(sort === 'asc' ? sorted : sorted.reverse());
        }
    });

    it.each(['good', 'decent', 'bad'])('filters by result=%s', async (result) => {
      const { body } = await list(`result=${result}&per_page=100`);
      for (const row of body.data) expect(row.result).toBe(result);
    });

    it('filters by project, the host of the URL, and searches literally', async () => {
      const host = new URL(api().page).hostname;
      expect((await list(`project=${host}`)).body.meta.total).toBeGreaterThan(0);
      expect((await list('project=nowhere.example')).body.meta.total).toBe(0);
      const {
        body: { data },
      } = await create({}, { Prefer: 'respond-async' });
      const mark = (data.url as string).split('?n=')[1] ?? '';
      expect((await list(`search=${mark}&search_by=url`)).body.meta.total).toBe(1);
      expect((await list('search=%25')).body.meta.total).toBe(0);
    });

    it.each(['per_page=11', 'sort=up', 'sort_by=score', 'search_by=domain', 'result=fine', 'page=0'])(
      'refuses %s',
      async (query) => {
        const { status, body } = await list(query);
        expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
      },
    );

    it('lists only the organisation’s own records', async () => {
      expect((await api().send('GET', PATH, { key: api().otherKey })).body.meta.total).toBe(0);
    });
  });
};
