import type { HitVerdict } from '@platform/http';
import { HITS_SCOPE } from '@platform/identity';
import request from 'supertest';

import { CHROME } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { useCollect } from './collect-harness.ts';

const { platform, eventsOf, dropsOf } = useCollect();

const HEADERS = { 'content-type': 'text/plain', 'user-agent': CHROME, 'x-forwarded-for': '198.51.100.7' };

const hit = (site: WebsiteJson, path: string, headers: object = {}) => ({
  headers: { ...HEADERS, ...headers },
  body: JSON.stringify({ k: site.site_key, u: `https://${site.domain}${path}` }),
});

const pass = async (hits: unknown, scopes: string[] = [HITS_SCOPE]): Promise<request.Response> =>
  request(platform().server)
    .post('/hits')
    .set('X-Identity', (await platform().identity.bearer({ scopes })).replace('Bearer ', ''))
    .send(hits as object)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        done(null, text);
      });
    });

/** The verdicts in the order of the hits. */
const verdictsOf = ({ body }: request.Response): HitVerdict[] =>
  String(body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HitVerdict)
    .sort(([a], [b]) => a - b);

describe('POST /hits', () => {
  it('is told of in the answer to a single hit', async () => {
    const site = await platform().createWebsite();
    const answer = await platform().beacon({ k: site.site_key, u: `https://${site.domain}/` });
    expect(answer.headers['x-pass-hits']).toBe('/hits');
  });

  it('stores the hits of a batch as it does single ones, each by its own sender', async () => {
    const site = await platform().createWebsite();
    const other = await platform().createWebsite();
    const answer = await pass([
      hit(site, '/'),
      hit(site, '/a'),
      hit(site, '/', { 'x-forwarded-for': '198.51.100.8' }),
      hit(other, '/', { origin: 'https://elsewhere.example' }),
    ]);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/jsonl']);
    expect(verdictsOf(answer)).toEqual([
      [0, 204],
      [1, 204],
      [2, 204],
      [3, 204],
    ]);
    const events = await eventsOf(site);
    expect(events.map(({ page }) => page).sort()).toEqual(['/', '/', '/a']);
    expect(new Set(events.map(({ visit_id }) => visit_id)).size).toBe(2);
    expect(await eventsOf(other)).toEqual([]);
    expect(Object.values(await dropsOf(other.id))).toEqual([1]);
  });

  it('refuses a hit that is not usable by itself, with what a single one would be told', async () => {
    const site = await platform().createWebsite();
    const broken = { headers: { ...HEADERS, 'x-request-id': 'abc' }, body: '{"k"' };
    const answer = await pass([
      broken,
      hit(site, '/'),
      hit(site, '/b', { 'content-type': 'application/xml' }),
      hit(site, '/late', { 'x-timeout-ms': '1' }),
    ]);
    const [refused, stored, other, late] = verdictsOf(answer);
    expect(refused?.slice(0, 3)).toEqual([0, 400, { 'Content-Type': 'application/json; charset=utf-8' }]);
    expect(JSON.parse(refused?.[3] ?? '')).toMatchObject({ status: 400, request_id: 'abc' });
    expect(stored).toEqual([1, 204]);
    expect(other?.[1]).toBe(415);
    expect([late?.[1], late?.[2]?.['Retry-After']]).toEqual([503, '2']);
    expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/']);
  });

  it('is for the gateway alone', async () => {
    const site = await platform().createWebsite();
    expect((await request(platform().server).post('/hits').send([])).status).toBe(401);
    expect((await pass([hit(site, '/')], ['*'])).status).toBe(403);
    expect(await eventsOf(site)).toEqual([]);
  });

  it.each([[{}], [[1]], [[{ headers: {}, body: 1 }]], [[{ headers: { a: 1 }, body: '' }]]])(
    'refuses %j, which is no batch',
    async (body) => {
      expect((await pass(body)).status).toBe(400);
    },
  );

  it('takes nothing but POST', async () => {
    const answer = await request(platform().server).get('/hits');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });
});
