import { converter, parse } from 'culori';
import lessCompiler from 'less';
import * as sass from 'sass';
import stylusCompiler from 'stylus';

import { renderText } from './render.ts';
import { NASTY, SAMPLE, VALUES, VALUES_IN_CSS } from './sample-tokens.ts';

const toRgb = converter('rgb');
const SYNTAXES = ['hex', 'rgb', 'oklch'] as const;

/** The custom properties or declarations of a compiled style sheet. */
const declarations = (css: string): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/([\p{L}\p{N}-]+): ([^;]+);/gu)].map(([, name, value]) => [name!, value!]),
  );

/** Whether two CSS colours are the same to half a step of 8 bits. */
const sameColor = (one: string, other: string): boolean => {
  const [a, b] = [toRgb(parse(one)), toRgb(parse(other))];
  if (!a || !b) return false;
  const close = (x: number, y: number) => Math.abs(x - y) < 0.5 / 255;
  return (
    close(a.r, b.r) && close(a.g, b.g) && close(a.b, b.b) && Math.abs((a.alpha ?? 1) - (b.alpha ?? 1)) < 0.003
  );
};

const expected = SAMPLE.slice(0, 5).map(({ path, color }) => ({
  name: path.join('-').replace('onPrimary', 'on-primary'),
  css: color.alpha < 1 ? `${color.hex}80` : color.hex,
}));

const expectSampleColors = (css: string, prefix = ''): void => {
  const found = declarations(css);
  for (const { name, css: color } of expected) {
    const value = found[`${prefix}${name}`];
    expect({ name, value, same: sameColor(value ?? '', color) }).toEqual({ name, value, same: true });
  }
};

/** `a { base: $brand-base; … }`: what the variables hold is what the compiler prints. */
const users = (names: string[], variable: (name: string) => string): string =>
  `a {\n${names.map((name) => `  ${name}: ${variable(name)};`).join('\n')}\n}\n`;

const compileSass = (source: string): string => sass.compileString(source).css;
const compileLess = async (source: string): Promise<string> => (await lessCompiler.render(source)).css;
const compileStylus = (source: string): string => stylusCompiler.render(source);

describe.each(SYNTAXES)('colours as %s', (colorSyntax) => {
  const names = expected.map(({ name }) => name);

  it('css', async () => {
    expectSampleColors(await renderText('css', SAMPLE, { colorSyntax }), '--brand-');
  });

  it('scss, compiled by Sass', async () => {
    const source = await renderText('scss', SAMPLE, { colorSyntax });
    expectSampleColors(compileSass(source + users(names, (name) => `$brand-${name}`)));
  });

  it('scss-map, compiled by Sass', async () => {
    const source = await renderText('scss-map', SAMPLE, { colorSyntax });
    expectSampleColors(
      compileSass(`@use 'sass:map';\n${source}${users(names, (name) => `map.get($brand, '${name}')`)}`),
    );
  });

  it('less, compiled by Less', async () => {
    const source = await renderText('less', SAMPLE, { colorSyntax });
    expectSampleColors(await compileLess(source + users(names, (name) => `@brand-${name}`)));
  });

  it('stylus, compiled by Stylus', async () => {
    const source = await renderText('stylus', SAMPLE, { colorSyntax });
    expectSampleColors(compileStylus(source + users(names, (name) => `$brand-${name}`)));
  });
});

describe('difficult names and descriptions', () => {
  const values = NASTY.map(({ color }) => color.hex);

  it('css: only the tokens, in one rule', async () => {
    const bare = (await renderText('css', NASTY)).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(bare.match(/[{}]/g)).toEqual(['{', '}']);
    expect(Object.values(declarations(bare))).toEqual(values);
  });

  it.each([
    ['scss', (source: string) => compileSass(`${source}\na { x: $brand-größe $brand-500 $brand-u2605 }`)],
    ['scss-map', (source: string) => compileSass(`${source}\n@each $n, $c in $brand { a { x: $c } }`)],
    ['less', (source: string) => compileLess(`${source}\na { x: @brand-grosse @brand-500 @brand-u2605 }`)],
    [
      'stylus',
      (source: string) => Promise.resolve(compileStylus(`${source}\na\n  x $brand-grosse $brand-500`)),
    ],
  ])('%s compiles to the colours alone', async (id, compile) => {
    const css = await compile(await renderText(id, NASTY));
    expect(css).toContain('#555');
    expect(css).toContain('#444');
    expect(css).not.toMatch(/red|evil/);
  });

  it('a prefix reserved by the target is escaped', async () => {
    const tokens = SAMPLE.slice(0, 1);
    expect(
      await compileLess(`${await renderText('less', tokens, { prefix: 'media' })}a { x: @media-base }`),
    ).toContain('#336699');
    expect(
      compileSass(
        `@use 'sass:meta';\n${await renderText('scss-map', tokens, { prefix: 'if' })}a { x: meta.inspect($if) }`,
      ),
    ).toContain('#336699');
  });
});

describe('tokens of other types', () => {
  const names = VALUES.map(({ path }) => path[0]!);
  const plain = (css: string) =>
    Object.fromEntries(
      Object.entries(declarations(css)).map(([name, value]) => [
        name.replace('--brand-', ''),
        value.replaceAll('rgba(0, 0, 0, 0.5019607843)', '#00000080'),
      ]),
    );

  it('css', async () => {
    expect(plain(await renderText('css', VALUES, { comments: false }))).toEqual(VALUES_IN_CSS);
  });

  it('scss and scss-map, compiled by Sass', async () => {
    const scss = await renderText('scss', VALUES);
    expect(plain(compileSass(scss + users(names, (name) => `$brand-${name}`)))).toEqual(VALUES_IN_CSS);
    const map = `@use 'sass:map';\n${await renderText('scss-map', VALUES)}`;
    expect(plain(compileSass(map + users(names, (name) => `map.get($brand, '${name}')`)))).toEqual(
      VALUES_IN_CSS,
    );
  });

  it('less, compiled by Less', async () => {
    const source = await renderText('less', VALUES);
    expect(plain(await compileLess(source + users(names, (name) => `@brand-${name}`)))).toEqual(
      VALUES_IN_CSS,
    );
  });

  it('stylus, compiled by Stylus', async () => {
    const source = await renderText('stylus', VALUES);
    expect(plain(compileStylus(source + users(names, (name) => `$brand-${name}`)))).toEqual(VALUES_IN_CSS);
  });
});

describe('Display P3', () => {
  it('css has P3 values for colours outside sRGB, for all, or for none', async () => {
    const auto = await renderText('css', SAMPLE);
    const [base, media] = auto.split('@media (color-gamut: p3)');
    expect(declarations(base!)['--brand-neon']).toMatch(/^#00f/);
    expect(declarations(media!)).toEqual({ '--brand-neon': 'color(display-p3 0 1 0)' });
    const all = (await renderText('css', SAMPLE, { p3: true })).split('@media (color-gamut: p3)')[1]!;
    expect(Object.keys(declarations(all))).toHaveLength(SAMPLE.length);
    expect(await renderText('css', SAMPLE, { p3: false })).not.toContain('display-p3');
  });
});

it.each(['css', 'scss', 'scss-map', 'less', 'stylus', 'tailwind-v4'])(
  '%s has no comments when they are turned off',
  async (id) => {
    const text = await renderText(id, SAMPLE, { comments: false });
    expect(text).not.toMatch(/\/\*|\/\//);
    expect(await renderText(id, SAMPLE)).toContain('Steel Blue');
  },
);
