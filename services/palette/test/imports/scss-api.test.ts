import * as sass from 'sass';
import { parseColor } from '../../src/color/css/parse-color.ts';
import { hexOfRgb } from '../../src/color/color.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

/** Variables as Bootstrap and others write theirs. */
const VARIABLES = `@use "sass:math";
// The brand, as https://brand.example/a;b says
$brand: #336699 !default;
$brand: #ffffff !default; /* $old: red; */
$text_color: darken($brand, 10%);
$hover: lighten($brand, 12.5%);
$soft: rgba($brand, .15);
$tint: mix(#fff, $brand, 80%);
$half-way: mix(red, blue);
$space: 1rem;
$half: $space * .5;
$thrice: ($space * 3);
$gutter: math.div($space, 4);
$sum: $space + .25rem;
$interpolated: #{$space};
$primary: map-get((primary: $brand), "primary");
$last: 4px`;

const hexOf = (text: string): string => {
  const parsed = parseColor(text);
  return parsed.ok ? hexOfRgb(parsed.rgb) : text;
};

describe('variables of Sass and Less', () => {
  it('are worth what the compiler of Sass says', async () => {
    const names = [...VARIABLES.matchAll(/^\$([\w-]+)/gm)].map(([, name = '']) => name);
    const own = VARIABLES.replace(
      /^\$primary.*$/m,
      '$colors: ("primary": $brand, deep: (sea: $text-color));\n$primary: map-get($colors, "primary");',
    );
    const { css } = sass.compileString(
      `${own};\n:root{${names.map((name) => `--${name.replaceAll('_', '-')}: #{$${name}};`).join('')}}`,
      { silenceDeprecations: ['global-builtin', 'color-functions'] },
    );
    const compiled = Object.fromEntries(
      [...css.matchAll(/--([\w-]+): ([^;]*);/g)].map(([, name = '', value = '']) => [name, hexOf(value)]),
    );
    const { values, tokens } = await client.imported('scss', own);
    expect(values).toEqual({
      ...compiled,
      'colors-primary': '#336699',
      'colors-deep-sea': compiled['text-color'],
    });
    expect(Object.keys(compiled)).toHaveLength(14);
    expect(tokens).toMatchObject({ primary: { $value: '{colors-primary}' } });
  });

  it('are found without a format, and what only a compiler knows is left out by name', async () => {
    const { status, body } = await client.post(undefined, '$brand: #336699;\n$own: my-function($brand);\n');
    expect([status, body.data?.format, body.data?.count]).toEqual([200, 'scss', 1]);
    expect(body.data.changes).toContain('own: my-function(#336699) was left out.');
  });

  it('of Less are those outside of rules', async () => {
    const { values } = await client.imported(
      undefined,
      `@import (reference) "x";\n@brand: #336699;\n@soft: fade(@brand, 50%);\n@name: ~"Inter";\n@media (min-width: 1px) { @brand: red; }\n.a { @b: 1px; }\n@gap: @{size}; @size: 4px;`,
    );
    expect(values).toMatchObject({ brand: '#336699', size: '4px', gap: '4px' });
    expect(values).not.toHaveProperty('b');
  });

  it('of several files refer to each other', async () => {
    const { status, body } = await client.postFiles([
      { name: 'scss/_spacing.scss', content: '$gap: $unit * 2;' },
      { name: 'scss/_base.scss', content: '$unit: 4px;\n$brand: #336699;' },
      { name: 'scss/_mixins.scss', content: '@mixin x { color: red }' },
    ]);
    expect(status).toBe(200);
    expect(body.data.tokens).toMatchObject({
      gap: { $value: { value: 8, unit: 'px' } },
      unit: { $value: { value: 4, unit: 'px' } },
      brand: { $value: { hex: '#336699' } },
    });
    expect(body.data.changes).toContain(
      'scss/_mixins.scss has no custom properties or variables and was left out.',
    );
  });

  it.each([
    ['a name without a value', '$a: '.repeat(100_000)],
    ['maps without an end', '$a: (a:'.repeat(20_000)],
    ['texts without an end', '$a: "'.repeat(100_000)],
    ['quotes behind backslashes', `$a: ${'\\"'.repeat(200_000)}\\`],
    ['interpolation without an end', `$a: ${'#{'.repeat(100_000)};`],
    ['digits', `$a: 1 * ${'1'.repeat(1_900)}!;`],
    ['digits in maps', `$a: (b: 1 * ${'1'.repeat(200_000)}!);`],
    ['spaces', `$a: mix(${' '.repeat(200_000)}!;`.repeat(5)],
    ['functions', `$a: ${'mix('.repeat(100_000)};`],
  ])('refuses %s, however many', async (_, content) => {
    const { status, body } = await client.post('scss', content);
    expect([status, body.data?.count ?? 0]).toEqual([expect.any(Number), 0]);
    expect([200, 400]).toContain(status);
  });
});
