import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

const px = (value: number) => ({ value, unit: 'px' });

describe('Tokens Studio', () => {
  const color = (value: string, modify?: object) => ({
    value,
    type: 'color',
    ...(modify ? { $extensions: { 'studio.tokens': { modify } } } : {}),
  });

  it('reads shadows, borders and typography, and says what the format lacks', async () => {
    const { tokens, changes } = await client.imported('tokens-studio', {
      red: color('#ff0000'),
      space: { value: '4', type: 'spacing' },
      weight: { value: 'Semi Bold', type: 'fontWeights' },
      inner: {
        type: 'boxShadow',
        value: { x: 0, y: '{space}', blur: '4', spread: 0, color: '{red}', type: 'innerShadow' },
      },
      edge: { type: 'border', value: { color: '{red}', width: '1', style: 'solid' } },
      body: {
        type: 'typography',
        value: {
          fontFamily: 'Inter',
          fontWeight: 'Bold Italic',
          fontSize: '16',
          lineHeight: '150%',
          letterSpacing: '-2%',
          textCase: 'none',
        },
      },
    });
    expect(tokens.weight).toEqual({ $type: 'fontWeight', $value: 'semi-bold' });
    expect(tokens.inner.$value).toMatchObject({
      offsetX: px(0),
      offsetY: '{space}',
      blur: px(4),
      inset: true,
    });
    expect(tokens.edge.$value).toEqual({ color: '{red}', width: px(1), style: 'solid' });
    expect(tokens.body.$value).toEqual({
      fontFamily: 'Inter',
      fontWeight: 'bold',
      fontSize: px(16),
      lineHeight: 1.5,
      letterSpacing: px(-0.32),
    });
    expect(changes).toContain('body: textCase were left out.');
  });

  it('calculates opacities exactly, and leaves out what it cannot calculate', async () => {
    const content = {
      red: color('#ff0000'),
      veil: color('rgba({red}, 0.5)'),
      glass: color('rgba(#00f, 25%)'),
      half: color('{red}', { type: 'alpha', value: '0.3', space: 'lch' }),
      dark: color('{red}', { type: 'darken', value: '0.5', space: 'lch' }),
    };
    const { tokens, changes } = await client.imported('tokens-studio', content);
    const alphas = ['veil', 'glass', 'half'].map((name) => [
      tokens[name].$value.hex,
      tokens[name].$value.alpha,
    ]);
    expect(alphas).toEqual([
      ['#ff0000', 0.5],
      ['#0000ff', 0.25],
      ['#ff0000', 0.3],
    ]);
    expect(tokens.dark).toBeUndefined();
    expect(changes).toContainEqual(expect.stringMatching(/^dark was left out: the modifier darken/));
  });

  it('does not add pixels to rems', async () => {
    const { body } = await client.post('tokens-studio', {
      sum: { value: '4px + 1rem', type: 'spacing' },
      twice: { value: '1rem * 2', type: 'spacing' },
    });
    expect(body.data.tokens.twice.$value).toEqual({ value: 2, unit: 'rem' });
    expect(body.data.unresolved).toEqual([expect.objectContaining({ field: 'sum' })]);
  });
});

describe('Style Dictionary', () => {
  it('gives tokens the type of their group', async () => {
    const { tokens } = await client.imported('style-dictionary', {
      font: { $type: 'fontWeight', bold: { $value: 700 }, nested: { thin: { $value: 100 } } },
    });
    expect(tokens.font).toMatchObject({
      bold: { $type: 'fontWeight', $value: 700 },
      nested: { thin: { $type: 'fontWeight', $value: 100 } },
    });
  });

  it('reads composite values in CSS notation', async () => {
    const { tokens } = await client.imported('style-dictionary', {
      family: { value: 'Inter', type: 'fontFamily' },
      body: {
        type: 'typography',
        value: { fontFamily: '{family.value}', fontSize: '16px', fontWeight: 700, lineHeight: '24px' },
      },
      low: {
        type: 'shadow',
        value: { offsetX: '0px', offsetY: '1px', blur: '2px', color: '#00000033' },
      },
    });
    expect(tokens.body.$value).toEqual({
      fontFamily: '{family}',
      fontSize: px(16),
      fontWeight: 700,
      lineHeight: 1.5,
      letterSpacing: px(0),
    });
    expect(tokens.low.$value).toMatchObject({ offsetY: px(1), spread: px(0), color: { alpha: 0.2 } });
  });
});

it('keeps the opacity of Figma’s colours', async () => {
  const { tokens } = await client.imported('figma', {
    variables: [
      { id: 'v', name: 'veil', resolvedType: 'COLOR', valuesByMode: { m: { r: 1, g: 0, b: 0, a: 0.5 } } },
    ],
  });
  expect(tokens.veil.$value).toMatchObject({ hex: '#ff0000', alpha: 0.5 });
});

it('reads words that are values of the type of their group, as DTCG has them', async () => {
  const { tokens } = await client.imported('dtcg', {
    weight: { $type: 'fontWeight', semi: { $value: 'semi-bold' }, alias: { $value: '{weight.semi}' } },
    stroke: { $type: 'strokeStyle', nested: { dots: { $value: 'dotted' } } },
  });
  expect(tokens.weight.semi.$value).toBe('semi-bold');
  expect(tokens.stroke.nested.dots.$value).toBe('dotted');
});
