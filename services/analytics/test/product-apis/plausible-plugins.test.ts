import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

/** The calls of Plausible's WordPress plug-in, as its Plugins API documents them. */
describe('Plausible’s Plugins API', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  beforeEach(async () => {
    site = await platform.createWebsite();
  });
  afterAll(() => platform.stop());

  const basic = (bearer: string) =>
    `Basic ${Buffer.from(`${site.domain}:${bearer.slice('Bearer '.length)}`).toString('base64')}`;
  const call = async (
    method: 'get' | 'put' | 'delete',
    path: string,
    body?: object,
    authorization: string | null = basic(platform.authorization),
  ) => {
    const address = path.startsWith('http') ? path.replace('http://localhost:8080', '') : undefined;
    const sent = request(platform.server)[method](address ?? `/c/${site.site_key}/api/plugins/v1/${path}`);
    if (authorization !== null) void sent.set('Authorization', authorization);
    const { status, body: answer, headers } = await (body === undefined ? sent : sent.send(body));
    return { status, answer, location: headers['location'] };
  };

  it('says what a key may do with the website', async () => {
    const features = (value: boolean) => ({
      Funnels: value,
      Goals: value,
      Props: value,
      RevenueGoals: value,
      StatsAPI: value,
      SiteSegments: value,
      SharedLinks: value,
      SitesAPI: value,
    });
    const yes = { authorized: true, data_domain: site.domain, features: features(true) };
    const no = { authorized: false, data_domain: null, features: features(false) };
    expect((await call('get', 'capabilities')).answer).toEqual(yes);
    for (const authorization of [
      null,
      'Basic eDp5',
      basic(await platform.identity.bearer({ organisation: 'org_other' })),
      basic(await platform.identity.bearer({ scopes: ['palettes:read'] })),
    ])
      expect((await call('get', 'capabilities', undefined, authorization)).answer).toEqual(no);
    const nobody = await call('get', 'goals', undefined, null);
    expect(nobody).toMatchObject({ status: 401, answer: { errors: [{ detail: expect.any(String) }] } });
  });

  it('gets or makes goals, which count', async () => {
    const goals = [
      { goal_type: 'Goal.CustomEvent', goal: { event_name: 'Signup', custom_props: { plan: 'pro' } } },
      { goal_type: 'Goal.Pageview', goal: { path: '/blog/**' } },
      { goal_type: 'Goal.Revenue', goal: { event_name: 'Purchase', currency: 'EUR' } },
    ];
    const first = await call('put', 'goals', { goals });
    expect(first).toMatchObject({
      status: 201,
      answer: {
        goals: [
          { goal_type: 'Goal.CustomEvent', goal: { event_name: 'Signup', custom_props: { plan: 'pro' } } },
          { goal_type: 'Goal.Pageview', goal: { path: '/blog/*', display_name: 'Visit /blog/**' } },
          { goal_type: 'Goal.Revenue', goal: { event_name: 'Purchase', currency: 'EUR' } },
        ],
      },
    });
    expect((await call('put', 'goals', { goals })).answer).toEqual(first.answer);
    const [one] = first.answer.goals;
    expect((await call('put', 'goals', goals[0])).answer.goals).toEqual([one]);
    expect((await call('get', first.location ?? '')).answer).toEqual(one);
    const native = await request(platform.server)
      .get(`/api/v1/websites/${site.id}/goals`)
      .set('Authorization', platform.authorization);
    expect(native.body.data.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Purchase',
      'Signup',
      'Visit /blog/**',
    ]);
    const page = await call('get', 'goals?limit=2');
    expect([page.answer.goals.length, page.answer.meta.pagination]).toMatchObject([
      2,
      { has_next_page: true, has_prev_page: false },
    ]);
    const next = await call('get', page.answer.meta.pagination.links.next.url);
    expect([next.answer.goals, next.answer.meta.pagination.has_prev_page]).toEqual([[one], true]);
    expect((await call('get', next.answer.meta.pagination.links.prev.url)).answer).toEqual(page.answer);
    const { id } = one.goal;
    expect((await call('delete', `goals/${id}`)).status).toBe(204);
    expect((await call('delete', `goals/${id}`)).status).toBe(204);
    expect((await call('get', `goals/${id}`)).status).toBe(404);
    const rest = page.answer.goals.map(({ goal }: { goal: { id: number } }) => goal.id);
    expect((await call('delete', 'goals', { goal_ids: rest })).status).toBe(204);
    expect((await call('get', 'goals')).answer.goals).toEqual([]);
  });

  it('keeps the currency of a revenue goal, and takes no second one', async () => {
    const revenue = (currency: string) => ({
      goal_type: 'Goal.Revenue',
      goal: { event_name: 'Purchase', currency },
    });
    const event = { goal_type: 'Goal.CustomEvent', goal: { event_name: 'Purchase' } };
    const [made] = (await call('put', 'goals', event)).answer.goals;
    expect(made.goal_type).toBe('Goal.CustomEvent');
    const { answer } = await call('put', 'goals', revenue('EUR'));
    const { id } = made.goal;
    const expected = {
      goal_type: 'Goal.Revenue',
      goal: { id, currency: 'EUR', event_name: 'Purchase', display_name: 'Purchase', custom_props: {} },
    };
    expect(answer.goals).toEqual([expected]);
    expect((await call('put', 'goals', event)).answer.goals).toEqual([expected]);
    expect((await call('get', `goals/${id}`)).answer).toEqual(expected);
    expect((await call('get', 'goals')).answer.goals).toEqual([expected]);
    const other = await call('put', 'goals', revenue('USD'));
    expect([other.status, other.answer.errors[0].detail]).toEqual([
      422,
      expect.stringContaining('the goal “Purchase” has the currency EUR'),
    ]);
    const native = await request(platform.server)
      .get(`/api/v1/websites/${site.id}/goals/${id}`)
      .set('Authorization', platform.authorization);
    expect(native.body.data.currency).toBe('EUR');
  });

  it.each([
    ['goals', { goal_type: 'Goal.SomeTypo', goal: { event_name: 'x' } }, 'goal_type must be one of'],
    ['goals', { goal_type: 'Goal.Revenue', goal: { event_name: 'x', currency: 'EURO' } }, 'goal.currency'],
    ['goals', { goal_type: 'Goal.Pageview', goal: { path: 'blog' } }, 'goal.path'],
    ['goals', {}, 'goal_type is required'],
    ['custom_props', { custom_prop: { typo: 'author' } }, 'custom_prop.key is required'],
    ['shared_links', {}, 'shared_link is required'],
    ['shared_links', { shared_link: { name: 'x', password: 'y' } }, 'shared_link.password'],
    ['funnels', { funnel: { name: 'x', steps: [] } }, 'funnel.steps'],
    ['tracker_script_configuration', { tracker_script_configuration: {} }, 'installation_type is required'],
  ])('names what it refuses of %s: %j', async (path, body, detail) => {
    const { status, answer } = await call('put', path, body);
    expect([status, answer.errors[0]]).toEqual([422, { detail: expect.stringContaining(detail) }]);
  });

  it('makes links that open the page, once for a name', async () => {
    const body = { shared_link: { name: 'WordPress - Shared Dashboard' } };
    const first = await call('put', 'shared_links', body);
    expect(first).toMatchObject({ status: 201, answer: { shared_link: { password_protected: false } } });
    expect((await call('put', 'shared_links', body)).answer).toEqual(first.answer);
    expect((await call('get', first.location ?? '')).answer).toEqual(first.answer);
    expect((await call('get', 'shared_links')).answer.shared_links).toEqual([first.answer]);
    const path = first.answer.shared_link.href.replace('http://localhost:8080', '');
    expect((await request(platform.server).get(path)).status).toBe(200);
    expect((await call('get', 'shared_links/999')).status).toBe(404);
    expect((await call('get', 'shared_links/x')).status).toBe(422);
  });

  it('keeps how the script is set up, and the script’s name says it', async () => {
    const set = (fields: object) =>
      call('put', 'tracker_script_configuration', { tracker_script_configuration: fields });
    const off = {
      hash_based_routing: false,
      outbound_links: false,
      file_downloads: false,
      form_submissions: false,
    };
    expect((await call('get', 'tracker_script_configuration')).answer.tracker_script_configuration).toEqual({
      id: site.site_key,
      installation_type: 'manual',
      ...off,
    });
    await set({ installation_type: 'wordpress', hash_based_routing: true, track_404_pages: true });
    const { answer } = await set({ installation_type: 'wordpress', file_downloads: true });
    expect(answer.tracker_script_configuration).toEqual({
      ...off,
      id: `${site.site_key}-hash`,
      installation_type: 'wordpress',
      hash_based_routing: true,
      file_downloads: true,
    });
    expect((await call('get', 'tracker_script_configuration')).answer).toEqual(answer);
    const { id } = answer.tracker_script_configuration;
    const script = await request(platform.server).get(`/c/${site.site_key}/js/pa-${id}.js`);
    expect(script.text).toContain(`?site=${site.site_key}&pa&hash`);
  });

  it('makes funnels of goals, and takes properties as allowed', async () => {
    const step = (event_name: string) => ({ goal_type: 'Goal.CustomEvent', goal: { event_name } });
    const body = { funnel: { name: 'Checkout', steps: [step('Add to Cart'), step('Purchase')] } };
    const first = await call('put', 'funnels', body);
    expect(first).toMatchObject({
      status: 201,
      answer: { funnel: { name: 'Checkout', steps: [{ goal: { event_name: 'Add to Cart' } }, {}] } },
    });
    expect((await call('put', 'funnels', body)).answer).toEqual(first.answer);
    expect((await call('get', first.location ?? '')).answer).toEqual(first.answer);
    expect((await call('get', 'funnels')).answer.funnels).toEqual([first.answer]);
    const props = { custom_props: [{ custom_prop: { key: 'author' } }, { custom_prop: { key: 'url' } }] };
    expect(await call('put', 'custom_props', props)).toMatchObject({ status: 201, answer: props });
    expect((await call('delete', 'custom_props', { custom_prop: { key: 'author' } })).status).toBe(204);
  });
});
