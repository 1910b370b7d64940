import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { hasCurl } from '@platform/testing';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

const run = promisify(execFile);

const TITLE = 'Plausible’s Sites API';

/** The calls of its reference, by curl as they are shown. */
(hasCurl(TITLE) ? describe : describe.skip)(TITLE, () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  let organisation = '';
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite();
  });
  beforeEach(() => {
    organisation = `org_${Math.random()}`;
  });
  afterAll(() => platform.stop());

  const curl = async (method: string, path: string, forms: readonly string[] = [], identity: object = {}) => {
    const bearer = await platform.identity.bearer({ organisation, ...identity });
    const { stdout } = await run('curl', [
      '-sS',
      '-X',
      method,
      `${platform.url}/c/${site.site_key}/api/v1/sites${path}`,
      ...['-H', `Authorization: ${bearer}`, '-w', '\n%{http_code}'],
      ...forms.flatMap((form) => ['-F', form]),
    ]);
    const [body = '', status = ''] = stdout.split(/\n(?=\d+$)/);
    return [Number(status), JSON.parse(body)] as const;
  };
  const create = (domain: string) => curl('POST', '', [`domain="${domain}"`, 'timezone="Europe/London"']);

  it('makes, shows, lists, renames and deletes sites', async () => {
    const made = { domain: 'test-domain.com', timezone: 'Europe/London' };
    expect(await create('test-domain.com')).toEqual([200, made]);
    expect(await curl('GET', '/test-domain.com')).toEqual([200, { ...made, custom_properties: [] }]);
    expect(await create('test-domain.com')).toEqual([400, { error: expect.stringContaining('taken') }]);
    for (const name of ['second', 'third']) await create(`${name}.example`);
    const [, first] = await curl('GET', '?limit=2');
    expect(first).toEqual({
      sites: [made, { ...made, domain: 'second.example' }],
      meta: { after: expect.any(String), before: null, limit: 2 },
    });
    const [, second] = await curl('GET', `?limit=2&after=${first.meta.after}`);
    expect([second.sites, second.meta.after]).toEqual([[{ ...made, domain: 'third.example' }], null]);
    expect((await curl('GET', `?limit=2&before=${second.meta.before}`))[1]).toEqual(first);
    const moved = { ...made, domain: 'new-test-domain.com' };
    expect(await curl('PUT', '/test-domain.com', ['domain="new-test-domain.com"'])).toEqual([200, moved]);
    expect(await curl('DELETE', '/new-test-domain.com')).toEqual([200, { deleted: true }]);
    expect((await curl('GET', '/new-test-domain.com'))[0]).toBe(404);
    expect((await curl('GET', ''))[1].sites).toHaveLength(2);
    expect((await curl('GET', '/teams'))[1].teams).toEqual([]);
  });

  it('finds or makes links and goals', async () => {
    await create('shop.example');
    const link = () => curl('PUT', '/shared-links', ['site_id="shop.example"', 'name="Wordpress"']);
    const [status, shared] = await link();
    expect([status, shared]).toEqual([
      200,
      { name: 'Wordpress', url: expect.stringMatching(/\/s\/[\w-]+\?access=/) },
    ]);
    expect((await link())[1]).toEqual(shared);
    const { pathname, search } = new URL(shared.url);
    expect((await fetch(platform.url + pathname + search)).status).toBe(200);

    const event = ['site_id="shop.example"', 'goal_type="event"', 'event_name="Signup"'];
    const signup = { display_name: 'Signup', goal_type: 'event', event_name: 'Signup', page_path: null };
    const [, goal] = await curl('PUT', '/goals', event);
    expect(goal).toEqual({ domain: 'shop.example', id: expect.any(String), ...signup });
    expect((await curl('PUT', '/goals', event))[1]).toEqual(goal);
    const page = ['site_id="shop.example"', 'goal_type="page"', 'page_path="/register"'];
    const [, registered] = await curl('PUT', '/goals', [...page, 'display_name="Registered"']);
    expect(registered).toMatchObject({
      display_name: 'Registered',
      event_name: null,
      page_path: '/register',
    });
    const [, listed] = await curl('GET', '/goals?site_id=shop.example');
    expect(listed.goals.map(({ id }: { id: string }) => id)).toEqual([goal.id, registered.id]);
    expect(await curl('DELETE', `/goals/${goal.id}`, ['site_id="shop.example"'])).toEqual([
      200,
      { deleted: true },
    ]);
    expect((await curl('DELETE', `/goals/${goal.id}`, ['site_id="shop.example"']))[0]).toBe(404);
  });

  it('is the organisation’s own, by scope, and says what is wrong', async () => {
    await create('own.example');
    const stranger = { organisation: 'org_other_sites' };
    for (const [method, path, forms] of [
      ['GET', '/own.example', []],
      ['DELETE', '/own.example', []],
      ['GET', '/goals?site_id=own.example', []],
      ['PUT', '/shared-links', ['site_id=own.example', 'name=x']],
    ] as const)
      expect((await curl(method, path, forms, stranger))[0]).toBe(404);
    expect((await curl('GET', '', [], stranger))[1].sites).toEqual([]);
    expect((await curl('POST', '', ['domain=x.example'], { scopes: ['websites:read'] }))[0]).toBe(403);
    for (const [path, forms, fault] of [
      ['', ['timezone=UTC'], 'domain is required'],
      ['', ['domain=x.example', 'timezone=Moon'], 'timezone must be'],
      ['', ['domain=not a domain'], 'domain'],
    ] as const)
      expect(await curl('POST', path, forms)).toEqual([400, { error: expect.stringContaining(fault) }]);
    const goal = ['site_id=own.example', 'goal_type=page'];
    expect(await curl('PUT', '/goals', goal)).toEqual([400, { error: 'page_path is required' }]);
  });
});
