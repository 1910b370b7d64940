import { JSON_TYPE, useWebsites } from './websites-harness.ts';

const { platform, send } = useWebsites();

describe('creating a website', () => {
  it('applies the interface’s defaults to a form', async () => {
    const answer = await send('post', '/websites', { domain: 'Example.COM' });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(answer.headers['location']).toBe(`/api/v1/websites/${data.id}`);
    expect(data).toEqual({
      id: expect.any(Number),
      domain: 'example.com',
      site_key: expect.stringMatching(/^[\w-]{16}$/),
      privacy: 1,
      has_password: false,
      email: 0,
      email_frequency: 'weekly',
      language: 'en',
      email_recipients: null,
      email_goes_to: [],
      email_note: null,
      exclude_bots: 1,
      exclude_params: null,
      exclude_ips: null,
      trusted_proxies: null,
      page_rules: null,
      exclude_pages: null,
      exclude_hosts: null,
      exclude_countries: null,
      exclude_visitors: null,
      trailing_slash: 'keep',
      query_order: 'sort',
      campaign_case: 'lower',
      has_server_key: false,
      embed_origins: null,
      timezone: 'UTC',
      week_start: 'monday',
      retention_months: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: data.created_at,
      stats_url: `http://localhost:8080/s/${data.site_key}`,
      tracking_code: `<script defer src="http://localhost:8080/t.js" data-site="${data.site_key}"></script>`,
    });
    expect(answer.body.status).toBe(201);
  });

  it('accepts every field, from a form and from JSON', async () => {
    const fields = {
      privacy: 2,
      password: 'open sesame',
      email: 1,
      email_frequency: 'monthly',
      language: 'de',
      email_recipients: 'a@example.com\n b@example.com ',
      exclude_bots: 0,
      exclude_params: ' session* \r\n\r\nutm_term\nutm_term',
      exclude_ips: '10.0.0.1\n10.1.0.0/16\n2001:db8::/32\n192.0.2.1 - 192.0.2.9',
      trusted_proxies: '203.0.113.0/28',
      trailing_slash: 'remove',
      query_order: 'keep',
      campaign_case: 'keep',
      embed_origins: 'https://intranet.example.com',
      timezone: 'Asia/Kathmandu',
      week_start: 'sunday',
      retention_months: 24,
    };
    const expected = {
      privacy: 2,
      has_password: true,
      email: 1,
      email_frequency: 'monthly',
      language: 'de',
      email_recipients: 'a@example.com\nb@example.com',
      exclude_bots: 0,
      exclude_params: 'session*\nutm_term',
      exclude_ips: fields.exclude_ips,
      trusted_proxies: '203.0.113.0/28',
      trailing_slash: 'remove',
      query_order: 'keep',
      campaign_case: 'keep',
      embed_origins: 'https://intranet.example.com',
      timezone: 'Asia/Kathmandu',
      week_start: 'sunday',
      retention_months: 24,
    };
    const form = await send('post', '/websites', { domain: 'a.example', ...fields });
    expect(form.body.data).toMatchObject(expected);
    const json = await send('post', '/websites', { domain: 'b.example', ...fields }, JSON_TYPE);
    expect(json.body.data).toMatchObject(expected);
    expect(json.body.data).not.toHaveProperty('password');
    const shown = await send('get', `/websites/${json.body.data.id}`);
    expect(shown.body.data).toEqual(json.body.data);
    const row = await platform()
      .db.database('websites')
      .where({ id: json.body.data.id })
      .first('password_hash');
    expect(row.password_hash).toMatch(/^scrypt\$/);
  });

  it.each([
    ['https://User.Example.com:8080/path?q#f', 'user.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['example.com.', 'example.com'],
    ['  www.example.com  ', 'www.example.com'],
    ['localhost', 'localhost'],
  ])('normalises the domain %s', async (domain, expected) => {
    expect((await send('post', '/websites', { domain }, JSON_TYPE)).body.data.domain).toBe(expected);
  });

  it.each([
    ['domain', {}],
    ['domain', { domain: '' }],
    ['domain', { domain: 'no domain' }],
    ['domain', { domain: 'nodots' }],
    ['domain', { domain: '192.0.2.1' }],
    ['domain', { domain: '[::1]' }],
    ['domain', { domain: 'user@example.com' }],
    ['domain', { domain: '-a.example' }],
    ['domain', { domain: `${'a'.repeat(64)}.example` }],
    ['domain', { domain: 'a\0b.example' }],
    ['domain', { domain: '\ud800.example' }],
    ['domain', { domain: 5 }],
    ['domain', { domain: ['a.example'] }],
    ['privacy', { privacy: 3 }],
    ['privacy', { privacy: -1 }],
    ['privacy', { privacy: 0.5 }],
    ['privacy', { privacy: '1' }],
    ['privacy', { privacy: true }],
    ['password', { privacy: 2, password: 'x'.repeat(201) }],
    ['email', { email: 2 }],
    ['email_frequency', { email_frequency: 'daily' }],
    ['language', { language: 'fr' }],
    ['email_recipients', { email_recipients: 'nobody' }],
    ['exclude_bots', { exclude_bots: 2 }],
    ['exclude_params', { exclude_params: 'a b' }],
    ['exclude_params', { exclude_params: 'x\0' }],
    ['exclude_ips', { exclude_ips: '10.0.0.256' }],
    ['exclude_ips', { exclude_ips: '10.0.0.0/33' }],
    ['exclude_ips', { exclude_ips: '10.0.0.9-10.0.0.1' }],
    ['exclude_ips', { exclude_ips: '::/129' }],
    ['embed_origins', { embed_origins: 'https://a.example/path' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '+05:30' }],
    ['retention_months', { retention_months: 0 }],
    ['retention_months', { retention_months: 1.5 }],
    ['retention_months', { retention_months: 121 }],
  ])('refuses a bad %s: %j', async (field, fields) => {
    const body = field === 'domain' ? fields : { domain: 'fine.example', ...fields };
    const answer = await send('post', '/websites', JSON.stringify(body), JSON_TYPE);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await send('get', '/websites')).body.meta.total).toBe(0);
  });

  it('refuses a number that is too large', async () => {
    const answer = await send('post', '/websites', '{"domain":"fine.example","privacy":1e400}', JSON_TYPE);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['privacy']]);
  });

  it('reads numbers in forms, and refuses anything else', async () => {
    expect((await send('post', '/websites', 'domain=c.example&privacy=0&email=1')).body.data).toMatchObject({
      privacy: 0,
      email: 1,
    });
    const bad = await send('post', '/websites', 'domain=d.example&privacy=zero&email=1e999&exclude_bots=-1');
    expect(Object.keys(bad.body.errors).sort()).toEqual(['email', 'exclude_bots', 'privacy']);
  });

  it('refuses a body of another type, a huge one, and a missing one', async () => {
    expect((await send('post', '/websites', 'domain: a', { type: 'text/yaml' })).status).toBe(415);
    expect((await send('post', '/websites', { domain: 'x'.repeat(1_000_000) })).status).toBe(413);
    expect((await send('post', '/websites', '{"domain":', JSON_TYPE)).status).toBe(400);
    const none = await send('post', '/websites');
    expect([none.status, Object.keys(none.body.errors)]).toEqual([422, ['domain']]);
  });

  it('creates one website and refuses the rest of 200 identical requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => send('post', '/websites', { domain: 'once.example' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(199);
    expect((await send('get', '/websites')).body.meta.total).toBe(1);
    const other = await platform().identity.bearer({ organisation: 'org_other' });
    expect(
      (await send('post', '/websites', { domain: 'once.example' }, { as: other, type: 'form' })).status,
    ).toBe(201);
  });
});
