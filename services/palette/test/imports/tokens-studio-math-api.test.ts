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

describe('text styles, shadows and themes of Tokens Studio', () => {
  const token = (type: string, value: unknown) => ({ type, value });
  const BASE = {
    red: token('color', '#ff0000'),
    size: token('fontSizes', '20'),
    tight: token('letterSpacing', '-2%'),
    line: token('lineHeights', '24'),
    auto: token('lineHeights', 'AUTO'),
    upper: token('textCase', 'uppercase'),
    under: token('textDecoration', 'underline'),
    gap: token('paragraphSpacing', '8'),
  };
  const STYLE = { fontFamily: 'Inter', fontSize: '{size}', fontWeight: 'Bold' };

  it.each([
    [{ letterSpacing: '{tight}', lineHeight: '{line}' }, -0.4, 1.2],
    [{ letterSpacing: '-2%', lineHeight: '150%' }, -0.4, 1.5],
    [{ letterSpacing: '0.05em', lineHeight: '30px' }, 1, 1.5],
    [{ letterSpacing: '0.5', lineHeight: '1.25' }, 0.5, 1.25],
    [{ letterSpacing: '{gap}', lineHeight: '1.5rem' }, 8, 1.2],
  ])('have the spacing and the lines of %j', async (members, spacing, height) => {
    const { body } = await client.post('tokens-studio', {
      ...BASE,
      t: token('typography', { ...STYLE, ...members }),
    });
    const { $value: value } = body.data.tokens.t;
    const shown = value.letterSpacing === '{gap}' ? { value: 8, unit: 'px' } : value.letterSpacing;
    expect([shown, value.lineHeight]).toEqual([{ value: spacing, unit: 'px' }, height]);
    expect(value.fontSize).toBe('{size}');
  });

  it('name what the format has no place for', async () => {
    const style = {
      ...STYLE,
      lineHeight: '{auto}',
      textCase: '{upper}',
      textDecoration: '{under}',
      paragraphSpacing: '{gap}',
    };
    const { body } = await client.post('tokens-studio', {
      ...BASE,
      t: token('typography', style),
      u: token('typography', '{t}'),
    });
    const { tokens, changes, unresolved } = body.data;
    expect([tokens.u.$value, tokens.gap.$value]).toEqual(['{t}', { value: 8, unit: 'px' }]);
    expect(changes).toContain('t: textCase, textDecoration, paragraphSpacing were left out.');
    expect(changes).toContainEqual(expect.stringMatching(/^tight: -2% depends on something else/));
    expect(unresolved.map(({ field }: { field: string }) => field)).toEqual(['auto', 'upper', 'under']);
  });

  it('are read with opacities, calculations and several layers', async () => {
    const layer = {
      x: '0',
      y: '{gap}',
      blur: '{gap}*2',
      spread: '-1',
      color: 'rgba({red}, 0.2)',
      type: 'dropShadow',
    };
    const { body } = await client.post('tokens-studio', {
      ...BASE,
      s: token('boxShadow', [layer, { ...layer, color: '{red}', type: 'innerShadow' }]),
      again: token('boxShadow', '{s}'),
      fade: token('color', 'linear-gradient(45deg, {red} 0%, rgba({red}, 0) 100%)'),
    });
    const { tokens, changes } = body.data;
    expect(tokens.s.$value).toEqual([
      expect.objectContaining({
        blur: { value: 16, unit: 'px' },
        color: expect.objectContaining({ hex: '#ff0000', alpha: 0.2 }),
      }),
      expect.objectContaining({ color: '{red}', inset: true, offsetY: '{gap}' }),
    ]);
    expect(tokens.again.$value).toBe('{s}');
    expect(tokens.fade).toMatchObject({
      $type: 'gradient',
      $value: [{ color: '{red}', position: 0 }, { color: { alpha: 0 } }],
    });
    expect(changes).toContainEqual(expect.stringMatching(/^fade: .* its angle was left out/));
  });

  it('of two groups are modes of their own, though they have one name', async () => {
    const theme = (name: string, group: string, set: string) => ({
      name,
      group,
      selectedTokenSets: { core: 'source', [set]: 'enabled' },
    });
    const { values } = await client.imported('tokens-studio', {
      core: {
        shade: token('color', '#000000'),
        lift: token('boxShadow', { x: 0, y: 1, blur: 2, spread: 0, color: 'rgba({shade}, 0.5)' }),
      },
      light: { bg: token('color', '#ffffff') },
      dark: { bg: token('color', '#111111'), shade: token('color', '#0000ff') },
      wide: { gap: token('spacing', '8') },
      narrow: { gap: token('spacing', '4') },
      $themes: [
        theme('Light', 'Mode', 'light'),
        theme('Dark', 'Mode', 'dark'),
        theme('Default', 'Density', 'wide'),
        theme('Dark', 'Density', 'narrow'),
      ],
      $metadata: { tokenSetOrder: ['core', 'light', 'dark', 'wide', 'narrow'] },
    });
    expect(values).toMatchObject({
      bg: '#ffffff',
      'dark bg': '#111111',
      gap: '8px',
      'density_dark gap': '4px',
    });
    expect(values['dark gap']).toBeUndefined();
    expect(values['dark lift']).toMatchObject({ color: { hex: '#0000ff', alpha: 0.5 } });
  });
});
