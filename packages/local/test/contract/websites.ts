import type { Api, Answer } from './api.ts';
import { describeWebsiteList } from './website-list.ts';

const PATH = '/api/v1/websites';
let count = 0;
const newDomain = (): string => `site-${Date.now()}-${(count += 1)}.example.com`;

/** The rows of the interface's "Website analytics area". */
export const describeWebsites = (api: () => Api): void => {
  const create = (
    fields: Record<string, string | number> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => api().send('POST', PATH, { form: { domain: newDomain(), ...fields }, headers });

  describe('websites: store', () => {
    it('needs only a domain, and fills in the defaults', async () => {
      const domain = newDomain();
      const { status, body, headers } = await api().send('POST', PATH, { form: { domain } });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        domain,
        privacy: 1,
        email: 0,
        exclude_bots: 1,
        exclude_params: null,
        exclude_ips: null,
        has_password: false,
      });
      expect(body.data).not.toHaveProperty('password');
      expect(body.data.id).toEqual(expect.any(Number));
      expect(body.data.site_key).toEqual(expect.any(String));
      expect(body.data.tracking_code).toContain(body.data.site_key);
      expect(body.data.stats_url).toMatch(/^http/);
      expect(headers.get('location')).toBe(`${PATH}/${body.data.id}`);
    });

    it.each([
      ['privacy', 0],
      ['privacy', 1],
      ['email', 0],
      ['email', 1],
      ['exclude_bots', 0],
      ['exclude_bots', 1],
    ])('accepts %s = %s', async (field, value) => {
      const { status, body } = await create({ [field]: value });
      expect([status, body.data[field]]).toEqual([201, value]);
    });

    it('accepts privacy 2 with a password, which is never returned', async () => {
      const { status, body } = await create({ privacy: 2, password: 'open sesame' });
      expect([status, body.data.privacy, body.data.has_password]).toEqual([201, 2, true]);
      expect(JSON.stringify(body)).not.toContain('sesame');
      // Without one, the page is locked for everybody but the owner.
      const locked = await create({ privacy: 2 });
      expect([locked.status, locked.body.data.has_password]).toEqual([201, false]);
    });

    it('accepts exclusions one per line, and returns them trimmed and without blank lines', async () => {
      const { status, body } = await create({
        exclude_params: ' utm_* \n\nfbclid\r\n',
        exclude_ips: '10.0.0.0/8\n 2001:db8::1 \n192.0.2.1-192.0.2.9\n',
      });
      expect(status).toBe(201);
      expect(body.data.exclude_params).toBe('utm_*\nfbclid');
      expect(body.data.exclude_ips).toBe('10.0.0.0/8\n2001:db8::1\n192.0.2.1-192.0.2.9');
    });

    it.each([
      ['domain', {}],
      ['domain', { domain: '' }],
      ['domain', { domain: 'not a domain' }],
      ['domain', { domain: `${'a'.repeat(300)}.com` }],
      ['privacy', { domain: 'x.example', privacy: 3 }],
      ['privacy', { domain: 'x.example', privacy: 'one' }],
      ['privacy', { domain: 'x.example', privacy: 1.5 }],
      ['privacy', { domain: 'x.example', privacy: -1 }],
      ['email', { domain: 'x.example', email: 2 }],
      ['exclude_bots', { domain: 'x.example', exclude_bots: 9 }],
      ['exclude_ips', { domain: 'x.example', exclude_ips: '300.1.1.1' }],
    ])('refuses %s with 422, naming it (case %#)', async (field, form) => {
      const { status, body } = await api().send('POST', PATH, {
        form: form,
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toContain(field);
    });

    it('ignores unknown fields and says so, or refuses them by name when asked to be strict', async () => {
      const { status, body } = await create({ exclude_bot: 1, id: 1 });
      expect([status, body.ignored]).toEqual([201, ['exclude_bot', 'id']]);
      const strict = await create({ exclude_bot: 1 }, { Prefer: 'handling=strict' });
      expect([strict.status, Object.keys(strict.body.errors)]).toEqual([422, ['exclude_bot']]);
    });

    it('accepts JSON too, with strict types', async () => {
      expect((await api().send('POST', PATH, { json: { domain: newDomain(), privacy: 0 } })).status).toBe(
        201,
      );
      const { status, body } = await api().send('POST', PATH, {
        json: { domain: newDomain(), privacy: '0' },
      });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['privacy']]);
    });

    it('keeps a domain unique per organisation, in any spelling and under concurrent requests', async () => {
      const domain = newDomain();
      const answers = await Promise.all(
        [
          domain,
          domain.toUpperCase(),
          `https://${domain}/path`,
          ...Array.from({ length: 17 }, () => domain),
        ].map((text) => api().send('POST', PATH, { form: { domain: text } })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
      const other = await api().send('POST', PATH, { form: { domain }, key: api().otherKey });
      expect(other.status).toBe(201);
    });
  });

  describe('websites: show, update, delete', () => {
    it('shows what was stored', async () => {
      const { body } = await create({ privacy: 0 });
      const shown = await api().send('GET', `${PATH}/${body.data.id}`);
      expect([shown.status, shown.body]).toEqual([200, { data: body.data, status: 200 }]);
    });

    it.each(['PUT', 'PATCH'])('updates by %s what is given and nothing else', async (method) => {
      const {
        body: { data },
      } = await create({ exclude_params: 'a', email: 1 });
      const { status, body } = await api().send(method, `${PATH}/${data.id}`, {
        form: { privacy: 0, exclude_bots: 0, exclude_ips: '10.0.0.1' },
      });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...data,
        privacy: 0,
        exclude_bots: 0,
        exclude_ips: '10.0.0.1',
        updated_at: body.data.updated_at,
      });
      const cleared = await api().send(method, `${PATH}/${data.id}`, { form: { exclude_ips: '' } });
      expect(cleared.body.data.exclude_ips).toBeNull();
      const refused = await api().send(method, `${PATH}/${data.id}`, { form: { domain: newDomain() } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['domain']]);
    });

    it('keeps a page with privacy 2 locked until there is a password', async () => {
      const {
        body: { data },
      } = await create();
      const path = `${PATH}/${data.id}`;
      const locked = await api().send('PUT', path, { form: { privacy: 2 } });
      expect([locked.status, locked.body.data.has_password]).toEqual([200, false]);
      const opened = await api().send('PUT', path, { form: { privacy: 2, password: 'secret one' } });
      expect([opened.status, opened.body.data.has_password]).toEqual([200, true]);
      await api().send('PUT', path, { form: { privacy: 0 } });
      expect((await api().send('PUT', path, { form: { privacy: 2 } })).status).toBe(200);
    });

    it('deletes a website, and the record is gone', async () => {
      const {
        body: { data },
      } = await create();
      const gone = await api().send('DELETE', `${PATH}/${data.id}`);
      expect([gone.status, gone.body]).toEqual([
        200,
        { id: data.id, object: 'website', deleted: true, status: 200 },
      ]);
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect(
          (await api().send(method, `${PATH}/${data.id}`, method === 'PUT' ? { form: { privacy: 0 } } : {}))
            .status,
        ).toBe(404);
    });

    it.each(['0', 'abc', '1.5', '-1', '99999999999999999999', '2147483647'])(
      'answers 404 for the id %s',
      async (id) => {
        expect((await api().send('GET', `${PATH}/${id}`)).status).toBe(404);
        expect((await api().send('DELETE', `${PATH}/${id}`)).status).toBe(404);
      },
    );

    it('hides a record from another organisation', async () => {
      const {
        body: { data },
      } = await create();
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
        expect(
          (
            await api().send(method, `${PATH}/${data.id}`, {
              key: api().otherKey,
              ...(method.startsWith('P') ? { form: { privacy: 0 } } : {}),
            })
          ).status,
        ).toBe(404);
      expect((await api().send('GET', `${PATH}/${data.id}`)).status).toBe(200);
    });
  });

  describeWebsiteList(api);
};
