import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

const CALCULATIONS = [
  ['{a}*1.5', '24px'],
  ['{a}-2', '14px'],
  ['{a} - 2 * ({a} + 1)', '-18px'],
  ['ceil({a} / 5)', '4px'],
  ['floor({a}/5)', '3px'],
  ['round({a} / 5)', '3px'],
  ['roundTo({a} * 1.2345, 0)', '20px'],
  ['roundTo({a} / 7, 2)', '2.29px'],
  ['max({a}, 20)', '20px'],
  ['min({a}, 20) * 2', '32px'],
  ['{a} ^ 2', '256px'],
  ['-{a} + 20', '4px'],
  ['{a} % 5', '1px'],
  ['sqrt({a})', '4px'],
  ['-{a}', '-16px'],
] as const;

describe('calculations of Tokens Studio', () => {
  it('have the results that it gives', async () => {
    const tokens = Object.fromEntries(
      CALCULATIONS.map(([value], place) => [`t${place}`, { type: 'spacing', value }]),
    );
    const { values } = await client.imported('tokens-studio', {
      a: { type: 'spacing', value: '16px' },
      ...tokens,
    });
    expect(CALCULATIONS.map(([text], place) => [text, values[`t${place}`]])).toEqual(CALCULATIONS);
  });

  it('are done in the members of composite values', async () => {
    const { tokens } = await client.imported('tokens-studio', {
      a: { type: 'spacing', value: '4px' },
      b: { type: 'border', value: { width: '{a}*1.5', style: 'solid', color: '#112233' } },
    });
    expect(tokens.b.$value.width).toEqual({ value: 6, unit: 'px' });
  });

  it('read a unit or a share beside a reference', async () => {
    const { values } = await client.imported('tokens-studio', {
      base: { type: 'number', value: '8' },
      gap: { type: 'spacing', value: '{base}px' },
      back: { type: 'spacing', value: '-{gap}' },
      tall: { type: 'lineHeights', value: '150%' },
    });
    expect(values).toEqual({ base: 8, gap: '8px', back: '-8px', tall: 1.5 });
  });

  it('read an opacity in percent as its part of one', async () => {
    const { values } = await client.imported('tokens-studio', { o: { type: 'opacity', value: '25%' } });
    expect(values).toEqual({ o: 0.25 });
  });

  it('leave names and stacks of fonts as they are', async () => {
    const { tokens } = await client.imported('tokens-studio', {
      f: { type: 'fontFamilies', value: 'Source Sans 3 - Display, sans-serif' },
    });
    expect(JSON.stringify(tokens.f.$value)).toContain('Display');
  });
});
