import { transformColorModifiers } from '@tokens-studio/sd-transforms';
import { parseColor } from '../../src/color/css/parse-color.ts';
import { hexOfRgb } from '../../src/color/color.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

const px = (value: number) => ({ value, unit: 'px' });
const red = expect.objectContaining({ hex: '#ff0000' });

describe('values that CSS calculates', () => {
  it('are what a browser computes, also where only a variable changes in a mode', async () => {
    const { values, changes } = await client.imported(
      'css',
      `:root { --space: 4px; --h: 0; --wide: calc(var(--space) * 3); --max: max(8px, calc(2px + 3px)); --fluid: clamp(1px, 5px, 3px);
         --brand: hsl(var(--h) 100% 50%); --none: var(--gone, 7px) }
       .dark { --h: 240; --space: 8px }`,
    );
    expect(values).toEqual({
      space: '4px',
      'dark space': '8px',
      h: 0,
      'dark h': 240,
      wide: '12px',
      'dark wide': '24px',
      max: '8px',
      fluid: '3px',
      brand: '#ff0000',
      'dark brand': '#0000ff',
      none: '7px',
    });
    expect(changes).toContain('wide: calc(4px * 3) was calculated: 12px.');
  });

  it.each([
    ['round(5.4px, 2px)', '6px'],
    ['round(up, 5.4px, 2px)', '6px'],
    ['calc(mod(-5px, 3px) + rem(5px, 3px))', '3px'],
    ['calc(hypot(3px, 4px) * pow(2, 3) / sqrt(16))', '10px'],
    ['calc(sin(90deg) * 1px + sign(-3) * -1px)', '2px'],
    ['calc(10px / 2px)', 5],
    ['calc(1e3px * 1e-3)', '1px'],
    ['clamp(none, max(2px, 5px), 8px)', '5px'],
    ['max(0px, 1rem)', '1rem'],
    ['calc(1in - 12pt)', '80px'],
    ['16pt', '21.333333px'],
    ['calc(1s + 500ms)', '1500ms'],
    ['calc(4px * -2)', '-8px'],
    ['light-dark(calc(1px + 2px), 4px)', '3px'],
    ['rgb(from light-dark(#336699, #ffffff) r g b)', '#336699'],
    ['color-mix(red, red)', '#ff0000'],
    ['color-mix(in srgb, red calc(10% + 10%), red)', '#ff0000'],
    ['oklch(from #ff0000 calc((0.7 - l) * infinity) 0 0)', '#ffffff'],
    ['hsl(from #3366cc 0.5turn s l)', '#33cccc'],
  ])('are what a browser computes: %s', async (value, result) => {
    expect((await client.imported('css', `:root { --a: ${value} }`)).values).toMatchObject({ a: result });
  });

  it('have the value of each mode where light-dark() is a part of them', async () => {
    const { values } = await client.imported(
      'css',
      ':root { --ink: #111111; --low: 0 1px 2px light-dark(var(--ink), rgb(255 255 255)); --half: rgb(from light-dark(#000, #fff) r g b / 50%) }',
    );
    expect(values).toMatchObject({
      low: { color: { hex: '#111111' } },
      'dark low': { color: { hex: '#ffffff' } },
      half: '#000000',
      'dark half': '#ffffff',
    });
  });

  it('are composite', async () => {
    const { theme } = await client.imported(
      'css',
      `:root { --red: #f00; --low: 0 1px 2px rgb(0 0 0 / 10%); --two: inset 0 0 0 1px var(--red), 0 calc(2px * 2) 8px -1px #000;
         --edge: 1px solid var(--red); --fade: linear-gradient(to right, var(--red), #0f0 20%, blue, white) }`,
    );
    const tokens = Object.fromEntries(
      theme.resolved_tokens.map(({ path, value }: { path: string; value: unknown }) => [path, value]),
    );
    expect(tokens['low']).toMatchObject({
      offsetX: px(0),
      offsetY: px(1),
      blur: px(2),
      color: { alpha: 0.1 },
    });
    expect(tokens['two']).toEqual([
      expect.objectContaining({ inset: true, spread: px(1), color: red }),
      expect.objectContaining({ offsetY: px(4), blur: px(8), spread: px(-1) }),
    ]);
    expect(tokens['edge']).toMatchObject({ width: px(1), style: 'solid', color: red });
    expect(tokens['fade'].map(({ position }: { position: number }) => position)).toEqual([0, 0.2, 0.6, 1]);
  });

  it.each([
    'calc(1px + 1rem)',
    'calc()',
    'calc(1 / 0)',
    'calc(2px * 2px)',
    'calc(4px + 2)',
    'calc(1px+2px)',
    'calc(2 / 1px)',
    'calc(5px % 3px)',
    'calc(ceil(1.2) * 1px)',
    'calc(roundTo(1.2, 1) * 1px)',
    'calc(100% - 2px)',
    '-var(--ok)',
    'var(--two)px',
    'hsl(from red h s calc(l - 20%))',
    'color-mix(in nowhere, red, blue)',
    'color-mix(in srgb, red)',
    'color-mix(in srgb, red 0%, blue 0%)',
    'oklch(from red l c)',
    'oklch(from nothing l c h)',
    'rgb(from red r g b / )x',
    '0 1px',
    '1px solid',
    'linear-gradient(red)',
    'var(--circle)',
  ])('are left out and named where they are none: %s', async (value) => {
    const { body } = await client.post(
      'css',
      `:root { --a: ${value}; --ok: 1px; --two: 2; --circle: calc(var(--circle) * 2) }`,
    );
    expect(body.data.tokens).not.toHaveProperty('a.$value.value');
    expect(JSON.stringify([body.data.changes, body.data.unresolved])).toContain('a');
    expect(body.data.tokens.ok.$value).toEqual(px(1));
  });

  it('end where variables double each other', async () => {
    const doubling = Array.from({ length: 60 }, (_, n) => `--v${n + 1}: var(--v${n}) var(--v${n});`).join('');
    const { body, status } = await client.post('css', `:root { --v0: 1px; ${doubling} --ok: 1px }`);
    expect([status, body.data.tokens.ok.$value]).toEqual([200, px(1)]);
  });
});

describe('modifiers of Tokens Studio', () => {
  const bytesOf = (text: string): string => {
    const parsed = parseColor(text);
    if (!parsed.ok) throw new Error(parsed.reason);
    return `${hexOfRgb(parsed.rgb)} ${parsed.alpha.toFixed(3)}`;
  };
  const modifiers = ['lighten', 'darken', 'mix', 'alpha'].flatMap((type) =>
    ['lch', 'srgb', 'p3', 'hsl'].flatMap((space) =>
      ['0.2', '0.55', '1'].flatMap((value) =>
        [undefined, 'hex', 'hsl'].map((format) => ({
          type,
          space,
          value,
          ...(type === 'mix' ? { color: '#ffcc00' } : {}),
          ...(format === undefined ? {} : { format }),
        })),
      ),
    ),
  );

  it.each(['#ff0000', '#336699', '#808080', 'rgba(51, 102, 153, 0.5)'])(
    'give of %s what its own library gives',
    async (base) => {
      const tokens = Object.fromEntries(
        modifiers.map((modify, place) => [
          `t${place}`,
          { value: '{base}', type: 'color', $extensions: { 'studio.tokens': { modify } } },
        ]),
      );
      const { tokens: ours } = await client.imported('tokens-studio', {
        base: { value: base, type: 'color' },
        ...tokens,
      });
      for (const [place, modify] of modifiers.entries()) {
        const theirs = transformColorModifiers({
          $value: base,
          $extensions: { 'studio.tokens': { modify: { ...modify } } },
        });
        const { hex, alpha = 1 } = ours[`t${place}`].$value;
        expect([modify, `${hex} ${Number(alpha).toFixed(3)}`]).toEqual([modify, bytesOf(theirs ?? '')]);
      }
    },
  );

  it('follow references in their amounts and colours', async () => {
    const { values } = await client.imported('tokens-studio', {
      yellow: { value: '#ffff00', type: 'color' },
      step: { value: '0.25', type: 'number' },
      mixed: {
        value: '#000000',
        type: 'color',
        $extensions: {
          'studio.tokens': { modify: { type: 'mix', space: 'srgb', value: '{step} * 2', color: '{yellow}' } },
        },
      },
    });
    expect(values['mixed']).toBe('#808000');
  });
});
