import request from 'supertest';
import { URL_A, useReports } from './reports-harness.ts';

const { database, service, api } = useReports();

describe('refusals', () => {
  it('of callers without an identity or the scope', async () => {
    const nobody = await request(service().app).get('/api/v1/reports');
    expect(nobody.status).toBe(401);
    expect(nobody.headers['www-authenticate']).toBe('Bearer');
    const reader = await service().client('org_a', ['reports:read']);
    const refused = await reader.post('/reports', { url: URL_A });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('reports:write');
    expect((await reader.get('/reports')).status).toBe(200);
    expect((await (await service().client('org_a', ['websites:read'])).get('/reports')).status).toBe(403);
  });

  it.each([
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: null }, 'url'],
    [{ url: [] }, 'url'],
    [{ url: URL_A, privacy: 3 }, 'privacy'],
    [{ url: URL_A, privacy: -1 }, 'privacy'],
    [{ url: URL_A, privacy: 0.5 }, 'privacy'],
    [{ url: URL_A, privacy: 1e308 }, 'privacy'],
    [{ url: URL_A, privacy: '1' }, 'privacy'],
    [{ url: URL_A, privacy: true }, 'privacy'],
    [{ url: URL_A, privacy: null }, 'privacy'],
    [{ url: URL_A, password: 5 }, 'password'],
    [{ url: URL_A, password: 'x'.repeat(201) }, 'password'],
    [{ url: `${URL_A}\u0000` }, 'url'],
    [{ url: URL_A, password: '\ud800' }, 'password'],
    [{ url: 'x'.repeat(3000) }, 'url'],
  ])('a wrong JSON body, naming its field (case %#)', async (body, field) => {
    const { status, body: answer } = await api().post('/reports', JSON.stringify(body), {
      'content-type': 'application/json',
    });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)).toEqual([field]);
    expect(answer).toMatchObject({
      status: 422,
      message: expect.any(String),
      request_id: expect.any(String),
    });
    expect(await database().database('reports')).toEqual([]);
  });

  it.each([
    ['without fields', '', 'application/x-www-form-urlencoded', 422],
    ['with a broken escape', 'url=%zz', 'application/x-www-form-urlencoded', 400],
    ['that is not UTF-8', 'url=%ff', 'application/x-www-form-urlencoded', 400],
    ['with two URLs', 'url=a&url=b', 'application/x-www-form-urlencoded', 422],
    ['with a list of URLs', 'url[]=a', 'application/x-www-form-urlencoded', 422],
    ['of truncated JSON', '{"url":', 'application/json', 400],
    ['that is a JSON array', '[]', 'application/json', 422],
    ['that is a JSON string', '"text"', 'application/json', 400],
    ['of YAML', 'url: a', 'text/yaml', 415],
    ['of XML', '<url/>', 'application/xml', 415],
    ['of a megabyte', `url=${'a'.repeat(1_000_000)}`, 'application/x-www-form-urlencoded', 413],
  ])('a body %s', async (_name, body, type, status) => {
    const response = await api().post('/reports', body, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(response.body.message).toEqual(expect.any(String));
    expect(await database().database('reports')).toEqual([]);
  });

  it.each<{ results: unknown }>([
    { results: { toString: 'x', valueOf: null } },
    { results: [1] },
    { results: {} },
    { results: true },
  ])('refuses %j', async ({ results }) => {
    const { id } = (await api().post('/reports', { url: URL_A })).body.data;
    const body = JSON.stringify({ results });
    const refused = await api().put(`/reports/${id}`, body, { 'content-type': 'application/json' });
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining('results') }),
    ]);
  });

  it.each(['search_by=id', 'sort_by=score', 'sort=up', 'per_page=11', 'per_page=-10', 'page=0', 'page=1.5'])(
    'the list parameter %s',
    async (query) => {
      const { status, body } = await api().get(`/reports?${query}`);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
    },
  );

  it.each([
    ['an unknown result', 'result=fine'],
    ['an absurd page', 'page=99999999999'],
    ['a repeated parameter', 'sort=asc&sort=desc'],
    ['a search of 501 characters', `search=${'x'.repeat(501)}`],
  ])('%s in a list', async (_, query) => {
    expect((await api().get(`/reports?${query}`)).status).toBe(422);
  });

  it('unknown paths', async () => {
    expect((await api().get('/reportz')).status).toBe(404);
    expect((await api().post('/reports/1', {})).status).toBe(405);
  });
});
