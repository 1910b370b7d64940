import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';
import { spending } from '../processor-time.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let reader: PaletteClient;
let paletteId: string;
let path: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  reader = await clientOf(harness, 'org_a', ['palettes:read']);
  paletteId = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id;
  const tokens = { color: { brand: '#123456' } };
  const made = await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens });
  path = `/v1/themes/${made.body.data.id}`;
});
afterAll(() => harness.close());

/** Milliseconds of processor time: far more than any of these takes, and far less than any took. */
const SOON = 1_500;

type Answer = Awaited<ReturnType<PaletteClient['post']>>;

const soon = async (ask: () => Promise<Answer>): Promise<Answer> => {
  const [answer, spent] = await spending(ask);
  expect(spent).toBeLessThan(SOON);
  expect(answer.text.length).toBeLessThan(300_000);
  return answer;
};

const eachWay = (body: object): (() => Promise<Answer>)[] => [
  () => reader.post(`${path}/derive`, body),
  () => client.patch(path, body),
  () => client.post('/v1/themes', { palette_id: paletteId, name: 'T', ...body }),
];

const chain = (count: number, last: string): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`n${n}`, n === count - 1 ? last : `n${n + 1}`]),
  );

const long = 'x'.repeat(40_000);
const many = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));

describe('a body that is refused anyway is answered at once', () => {
  it.each([
    ['an old name of many parts', { renamed: { [`a${'.a'.repeat(19_999)}`]: 'b' } }],
    ['an old name that leads to one of many parts', { renamed: { a: `a${'.a'.repeat(19_999)}` } }],
    ['a circle of 5,000 old names', { renamed: chain(5_000, 'n0') }],
    ['a chain of 5,000 old names', { renamed: chain(5_000, 'primary') }],
    ['many tokens in a group of a long name', { tokens: { [long]: many(4_000, 1) } }],
    ['many faults in a group of a long name', { tokens: { [long]: many(4_000, true) } }],
    ['tokens nested in long names', { tokens: { [long]: { [long.slice(0, 20_000)]: { a: 1 } } } }],
    ['a circle of long references', { tokens: { a: { b: `{${long}}` }, [long]: { $value: '{a.b}' } } }],
  ])('with %s', async (_, part) => {
    for (const ask of eachWay({ adjust: 'x', tokens: {}, ...part })) {
      const answer = await soon(ask);
      expect([answer.status, refusedFields(answer)]).toEqual([400, expect.arrayContaining(['adjust'])]);
    }
  });
});

it('counts the tokens of a theme before it reads them', async () => {
  for (const ask of eachWay({ tokens: many(25_000, '#336699') })) {
    const answer = await soon(ask);
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['tokens']]);
    expect(answer.body.error.details).toEqual([
      { field: 'tokens', message: 'tokens makes a tree of more than 20000 tokens and groups' },
    ]);
  }
});

describe('a body that fits its schema is answered at once', () => {
  it.each([
    ['many tokens in a group of a long name', { [long]: many(4_000, 1) }],
    ['many faults in a group of a long name', { [long]: many(4_000, true) }],
    [
      'many faulty stops of a gradient',
      {
        a: {
          $type: 'gradient',
          $value: Array.from({ length: 12_000 }, () => ({ colr: '#f00', position: 'x' })),
        },
      },
    ],
    [
      'many groups that extend one into long names',
      {
        a: many(300, { b: { c: 1 } }),
        ...Object.fromEntries(
          Array.from({ length: 30 }, (_, n) => [`${n}${'y'.repeat(900)}`, { inside: { $extends: '{a}' } }]),
        ),
      },
    ],
  ])('with %s', async (_, tokens) => {
    for (const ask of eachWay({ tokens })) {
      const [answer, spent] = await spending(ask);
      expect(spent).toBeLessThan(10_000);
      expect(answer.status).toBe(400);
    }
  });

  it('with a circle of 1,000 old names, which it names by a few', async () => {
    const answer = await soon(() => reader.post(`${path}/derive`, { renamed: chain(1_000, 'n0') }));
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toHaveLength(101);
    expect(answer.body.error.details[0].message).toBe('renamed.n0 leads in a circle: n0 → n1 → n2 → … → n0');
    expect(answer.body.error.details[7].message).toBe('renamed.n7 leads in a circle: n7 → n8 → n9 → … → n7');
  });

  it('with a circle of tokens, which it names by a few', async () => {
    const tokens = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`t${n}`, { $type: 'number', $value: `{t${(n + 1) % 20}}` }]),
    );
    const { body } = await reader.post(`${path}/derive`, { tokens });
    expect(body.error.details[0].message).toBe('tokens.t0 is part of a circle: t0 → t1 → t2 → … → t0');
  });
});

it('names the place of a name that is too long', async () => {
  const tokens = { color: { ['x'.repeat(1_000)]: '#123456', brand: '#123456' } };
  const answer = await reader.post(`${path}/derive`, { tokens });
  const [{ field, message }] = answer.body.error.details;
  expect([answer.status, answer.body.error.details.length]).toEqual([400, 1]);
  expect(field).toMatch(/^tokens\.color\.x+…$/);
  expect(message).toMatch(/is longer than 1,000 characters with the groups around it$/);
});

it('names every fault beside those of the schema, where they are within the limits', async () => {
  const renamed = { a: 'b', b: 'a', gone: 'nothing', number: 5, [long]: 'primary' };
  const answer = await reader.post(`${path}/derive`, { adjust: 'x', tokens: { x: true }, renamed });
  expect(refusedFields(answer)).toEqual([
    'adjust',
    'renamed.number',
    'tokens.x',
    'renamed.a',
    'renamed.b',
    'renamed.gone',
  ]);
});

it.each(['\0', 'pal_\ud800', '\0'.repeat(90)])(
  'refuses the palette %j, which no database can look for',
  async (id) => {
    const answer = await client.post('/v1/themes', { palette_id: id, name: 'T', tokens: {} });
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['palette_id']]);
  },
);
