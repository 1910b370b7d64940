import { refusedFields } from '../palette-harness.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

/** A chain of calculations, each with its successor four times: followed blindly, 4^30 steps. */
const branchingMath = (): object => {
  const tokens = Array.from({ length: 30 }, (_, n) => {
    const next = `{t${n + 1}}`;
    return [`t${n}`, { value: [next, next, next, next].join(' * '), type: 'number' }] as const;
  });
  return { ...Object.fromEntries(tokens), t30: { value: '1', type: 'number' } };
};

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const aseWithShortName = Buffer.from('ASEF\0\x01\0\0\0\0\0\x01\0\x01\0\0\0\x05\0\x0aabc', 'latin1');
const hexes = Array.from({ length: 10_001 }, (_, n) => `#${n.toString(16).padStart(6, '0')}`).join('\n');

// Each of these ended in a 500, or kept the process busy for minutes.
describe('files that would take minutes, or the memory of the process', () => {
  it('calculates each token once', async () => {
    const { status, body } = await client.post('tokens-studio', branchingMath());
    expect([status, body.data.count, body.data.unresolved]).toEqual([200, 31, []]);
    expect(body.data.tokens.t0).toEqual({ $type: 'number', $value: 1 });
  });

  it('leaves calculations that go in a circle as they are', async () => {
    const circle = { a: { value: '{b} * 2', type: 'number' }, b: { value: '{a} * 2', type: 'number' } };
    const { status, body } = await client.post('tokens-studio', circle);
    expect([status, body.data.unresolved.length]).toEqual([200, 2]);
  });

  it.each([
    ['comments that never end', `--a: 1; ${'/*'.repeat(200_000)}`],
    ['a text that never ends', `--a: 1; "${'\\"'.repeat(200_000)}`],
    ['a long selector with many properties', `${'[theme'.repeat(50_000)}{${'--a: 1;'.repeat(50_000)}}`],
  ])('reads CSS with %s', async (_, content) => {
    const { status, body } = await client.post('css', content);
    expect([status, body.data.count]).toEqual([200, 1]);
    expect(body.data.changes.length).toBeLessThanOrEqual(10_002);
  });

  it('counts the changes that are too many to list', async () => {
    const content = Array.from({ length: 10_005 }, (_, n) => `--a${n}: none!;`).join('');
    const { body } = await client.post('css', content);
    expect(body.data.changes).toHaveLength(10_001);
    expect(body.data.changes.at(-1)).toBe('5 more changes are not listed.');
  });

  it.each([
    [
      'css',
      `${'a{'.repeat(100_000)}${'--a: 1;'.repeat(100_000)}`,
      /must not nest blocks deeper than 64 levels/,
    ],
    ['dtcg', nested(100_000), /must not nest deeper than 64 levels/],
    ['tokens-studio', nested(100_000), /must not nest deeper than 64 levels/],
    ['style-dictionary', nested(100_000), /must not nest deeper than 64 levels/],
    ['figma', nested(100_000), /must not nest deeper than 64 levels/],
    ['tailwind-v3', nested(100_000), /must not nest deeper than 64 levels/],
    ['ase', aseWithShortName.toString('base64'), /is cut off/],
    ['hex', hexes, /must not have more than 10,000 tokens and groups/],
    ['gpl', `GIMP Palette\n${'1 1 1 Red\n'.repeat(10_001)}`, /must not have more than 10,000/],
    ['dtcg', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`t${n}`, 1])), /more than 10,000/],
  ])('refuses what no theme takes: %s', async (format, content, message) => {
    const answer = await client.post(format, content);
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['content']]);
    expect(answer.body.error.details[0].message).toMatch(message);
  });
});
