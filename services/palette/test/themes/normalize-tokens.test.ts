import { normalizeTokens } from '../../src/themes/tokens/normalize-tokens.ts';

const srgb = (hex: string, components: readonly number[]) => ({ colorSpace: 'srgb', components, hex });
const RED = srgb('#ff0000', [1, 0, 0]);
const TEXT = { fontSize: { value: 16, unit: 'px' }, fontWeight: 400, lineHeight: 1.5 };
const px = (value: number) => ({ value, unit: 'px' });

describe('normalizeTokens', () => {
  it('says what it read as people write it', () => {
    const { warnings } = normalizeTokens({ brand: 'red', gap: '4px', veil: '#ff000080' });
    expect(warnings.slice(0, 2)).toEqual([
      'brand: "red" was read as the color #ff0000.',
      'gap: "4px" was read as the dimension 4px.',
    ]);
    expect(warnings[2]).toMatch(/^veil: "#ff000080" was read as the color \{.*alpha/);
  });

  it.each([
    ['a colour at a leaf', { primary: '#ff0000' }, { primary: { $type: 'color', $value: RED } }],
    ['a colour without its #', { primary: 'ff0000' }, { primary: { $type: 'color', $value: RED } }],
    ['a length', { space: { sm: '4px' } }, { space: { sm: { $type: 'dimension', $value: px(4) } } }],
    ['a duration', { t: '200ms' }, { t: { $type: 'duration', $value: { value: 200, unit: 'ms' } } }],
    ['a number', { z: 10 }, { z: { $type: 'number', $value: 10 } }],
    ['a reference', { a: '{palette.0}' }, { a: { $value: '{palette.0}' } }],
    [
      'a list of fonts',
      { font: { body: '"Segoe UI", sans-serif' } },
      { font: { body: { $type: 'fontFamily', $value: ['Segoe UI', 'sans-serif'] } } },
    ],
    ['a font', { font: { body: 'Inter' } }, { font: { body: { $type: 'fontFamily', $value: 'Inter' } } }],
    [
      'a hex string of an older DTCG',
      { $type: 'color', a: { $value: 'red' } },
      { $type: 'color', a: { $value: RED } },
    ],
    [
      'a length of an older DTCG',
      { a: { $type: 'dimension', $value: '1.5rem' } },
      { a: { $type: 'dimension', $value: { value: 1.5, unit: 'rem' } } },
    ],
    [
      'a composite value',
      { s: { $type: 'border', $value: { color: '#f00', width: '1px', style: 'solid' } } },
      { s: { $type: 'border', $value: { color: RED, width: px(1), style: 'solid' } } },
    ],
    [
      'a colour outside sRGB',
      { a: 'oklch(70% 0.3 150)' },
      { a: { $type: 'color', $value: { colorSpace: 'oklch', components: [0.7, 0.3, 150], hex: '#00be58' } } },
    ],
    // As the reports of DTCG 2025.10 have them in their own examples.
    [
      'a text style without letter spacing',
      { t: { $type: 'typography', $value: { ...TEXT, fontFamily: 'Inter' } } },
      { t: { $type: 'typography', $value: { ...TEXT, fontFamily: 'Inter', letterSpacing: px(0) } } },
    ],
    [
      'a member that is written as a token',
      {
        b: {
          $type: 'border',
          $value: { color: { $type: 'color', $value: RED }, width: px(1), style: 'solid' },
        },
      },
      { b: { $type: 'border', $value: { color: RED, width: px(1), style: 'solid' } } },
    ],
    [
      'a stop of a gradient that lies outside',
      { g: { $type: 'gradient', $value: [-3, 7].map((position) => ({ color: RED, position })) } },
      { g: { $type: 'gradient', $value: [0, 1].map((position) => ({ color: RED, position })) } },
    ],
  ])('reads %s, and says so', (_, given, wanted) => {
    const { tree, warnings } = normalizeTokens(given);
    expect(tree).toEqual(wanted);
    expect(warnings).toHaveLength(1);
  });

  it('leaves alone DTCG 2025.10 and what it does not recognise', () => {
    const tree = {
      a: { $type: 'color', $value: RED, $description: 'x' },
      g: { $type: 'dimension', $description: '4px', b: { $value: px(1) } },
      c: { $value: '{a}' },
      odd: 'neither this nor that',
      list: [1],
      none: null,
    };
    expect(normalizeTokens(tree)).toEqual({ tree, warnings: [] });
  });
});
