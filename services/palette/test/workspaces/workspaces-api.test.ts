import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
beforeAll(async () => {
  harness = await createPaletteHarness();
});
afterAll(() => harness.close());

describe('GET /v1/workspaces', () => {
  it('has a default workspace from the start, and only one', async () => {
    const client = await clientOf(harness, 'org_new');
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.get('/v1/workspaces')));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data.items).toEqual([
        {
          id: expect.stringMatching(/^wsp_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
          org_id: 'org_new',
          name: 'Default',
          is_default: true,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      expect(body.data.items).toEqual(answers[0]!.body.data.items);
    }
  });

  it('lists page by page, oldest first', async () => {
    const client = await clientOf(harness, 'org_pages');
    for (const name of ['A', 'B', 'C', 'D']) await client.post('/v1/workspaces', { name });
    const names: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page += 1) {
      const { body } = await client.get(`/v1/workspaces?limit=2&org_id=org_pages${cursor}`);
      names.push(...body.data.items.map(({ name }: { name: string }) => name));
      if (body.data.next_cursor === undefined) break;
      cursor = `&cursor=${body.data.next_cursor}`;
    }
    expect(names).toEqual(['Default', 'A', 'B', 'C', 'D']);
  });

  it('shows only the caller’s organisation', async () => {
    const client = await clientOf(harness, 'org_own');
    expect((await client.get('/v1/workspaces?org_id=org_own')).status).toBe(200);
    const other = await client.get('/v1/workspaces?org_id=org_pages');
    expect([other.status, other.body.error.code]).toEqual([403, 'forbidden']);
    expect((await client.get('/v1/workspaces?org_id=')).status).toBe(200);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5.5', 'limit'],
    ['cursor=zzz', 'cursor'],
    ['org_id=a&org_id=b', 'org_id'],
  ])('refuses ?%s', async (query, field) => {
    const client = await clientOf(harness, 'org_own');
    const answer = await client.get(`/v1/workspaces?${query}`);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('requires its scope', async () => {
    const client = await clientOf(harness, 'org_own', ['palettes:read']);
    const refused = await client.get('/v1/workspaces');
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('workspaces:read'),
    ]);
    expect((await client.post('/v1/workspaces', { name: 'X' })).status).toBe(403);
  });
});

describe('POST /v1/workspaces', () => {
  it('creates a workspace', async () => {
    const client = await clientOf(harness, 'org_create');
    const made = await client.post('/v1/workspaces', { name: '  Brand  ' });
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { name: 'Brand', is_default: false, org_id: 'org_create' },
    ]);
  });

  it.each([
    ['a missing name', {}],
    ['an empty name', { name: '' }],
    ['a blank name', { name: '   ' }],
    ['an invisible name', { name: '\u200b\u202e' }],
    ['a number as name', { name: 5 }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a name with NUL', { name: 'a\u0000b' }],
    ['a name that is taken', { name: 'default' }],
  ])('refuses %s', async (_, body) => {
    const client = await clientOf(harness, 'org_refuse');
    const answer = await client.post('/v1/workspaces', body);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual(['name']);
  });

  it('explains the rule for names, and compares them in any spelling', async () => {
    const client = await clientOf(harness, 'org_names');
    const unseen = await client.post('/v1/workspaces', { name: ' ' });
    expect(unseen.body.error.message).toBe('name must have a visible character');
    expect((await client.post('/v1/workspaces', { name: '👩‍👧' })).status).toBe(201);
    expect((await client.post('/v1/workspaces', { name: 'Caf\u00e9' })).status).toBe(201);
    expect((await client.post('/v1/workspaces', { name: 'cafe\u0301' })).status).toBe(400);
  });

  it('creates one workspace for 200 requests with the same name at once', async () => {
    const client = await clientOf(harness, 'org_race');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => client.post('/v1/workspaces', { name: 'Same' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(199);
    expect((await client.get('/v1/workspaces')).body.data.items).toHaveLength(2);
  });
});
