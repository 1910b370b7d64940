import { unzipSync } from 'fflate';
import lessCompiler from 'less';
import { SaxesParser } from 'saxes';
import * as sass from 'sass';
import stylusCompiler from 'stylus';
import ts from 'typescript';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { formats } from '../../src/formats/registry.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { render, renderText } from './render.ts';

const palette = samplePalette('#3366cc');
const theme = sampleTheme(
  {
    color: { brand: '#123456', past: { $type: 'color', $value: '#654321', $deprecated: 'Ask Ada.' } },
    space: { small: '4px' },
  },
  palette,
  { cta: 'primary', 'color.old': 'color.brand', gap: 'space.small' },
);
const dark = tokensOfTheme(theme, 'dark', palette);
const all = tokensOfTheme(theme, null, palette);
const written = (id: string, tokens = dark) => renderText(id, tokens, { prefix: 'x' });
const OLD = { cta: '#3366cc', 'color-old': '#123456', gap: '4px' };

it.each(formats.all.filter(({ id }) => !['svg', 'png'].includes(id)).map(({ id }) => id))(
  '%s has the old names of colours, in one mode, in all, and without references',
  async (id) => {
    for (const tokens of [dark, all, tokensOfTheme(theme, null, null)]) {
      const { mediaType, bytes } = await render(id, tokens, { prefix: 'x' });
      const files = mediaType === 'application/zip' ? Object.values(unzipSync(bytes)) : [bytes];
      // ASE has UTF-16.
      const text = files.map((file) => Buffer.from(file).toString('latin1').replaceAll('\0', '')).join('\n');
      expect(text).toMatch(/cta/i);
      expect(text).toMatch(/\bold\b|color\W*_?old/i);
    }
  },
);

it.each(['svg', 'png'])('%s shows each colour once', async (id) => {
  const without = tokensOfTheme({ ...theme, renamed: {} }, 'dark', palette);
  const [one, other] = [await render(id, dark), await render(id, without)];
  expect(one.bytes.equals(other.bytes)).toBe(true);
});

it('css has them as references, and says which name to use', async () => {
  const css = await written('css');
  expect(css).toContain('--x-cta: var(--x-primary); /** @deprecated Use x-primary instead. */');
  expect(css).toContain('--x-gap: var(--x-space-small); /** @deprecated Use x-space-small instead. */');
  expect(css).toContain('--x-color-past: #654321; /** @deprecated Ask Ada. */');
  expect(await written('css', all)).toContain('    --x-cta: var(--x-primary);\n');
});

it.each(['scss', 'less', 'stylus'] as const)('%s has variables that its compiler follows', async (id) => {
  const source = await written(id);
  const sign = id === 'less' ? '@' : '$';
  expect(source).toMatch(new RegExp(`@deprecated Use \\${sign}x-primary instead`));
  const rule =
    id === 'stylus'
      ? `a\n${Object.keys(OLD)
          .map((name) => `  p-${name} $x-${name}\n`)
          .join('')}`
      : `a { ${Object.keys(OLD)
          .map((name) => `p-${name}: ${sign}x-${name};`)
          .join(' ')} }`;
  const css =
    id === 'scss'
      ? sass.compileString(`${source}\n${rule}`).css
      : id === 'less'
        ? (await lessCompiler.render(`${source}\n${rule}`)).css
        : stylusCompiler.render(`${source}\n${rule}`);
  const found = Object.fromEntries(
    [...css.matchAll(/p-([\w-]+): (\S+);/g)].map(([, name, value]) => [name, value]),
  );
  expect(found).toEqual(id === 'stylus' ? { ...OLD, cta: '#36c' } : OLD);
});

/** Lists what editors strike through, by the TypeScript language service. */
const struckThrough = (files: Readonly<Record<string, string>>, name: string): string[] => {
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      allowJs: true,
      checkJs: true,
      noLib: true,
      target: ts.ScriptTarget.ES2022,
    }),
    getScriptFileNames: () => Object.keys(files),
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      files[path] === undefined ? undefined : ts.ScriptSnapshot.fromString(files[path]),
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => 'lib.d.ts',
    fileExists: (path) => path in files,
    readFile: (path) => files[path],
  });
  return service
    .getSuggestionDiagnostics(name)
    .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined)
    .map(({ start, length }) => files[name]!.slice(start, start + length));
};

it.each(['js', 'ts'])('%s has editors strike them through', async (id) => {
  const module = await written(id);
  const program =
    id === 'js'
      ? `import tokens, { xCta, xPrimary, xColorOld } from './tokens.js';\ntokens.xCta; tokens.xPrimary; xCta; xPrimary; xColorOld;`
      : `import { tokens, xCta, xPrimary, xColorOld } from './tokens.ts';\ntokens.xCta; tokens.xPrimary; xCta; xPrimary; xColorOld;`;
  const found = struckThrough({ [`/tokens.${id}`]: module, [`/use.${id}`]: program }, `/use.${id}`);
  expect([...new Set(found)].sort()).toEqual(['xColorOld', 'xCta']);
  expect(found.filter((name) => name === 'xCta').length).toBeGreaterThanOrEqual(2);
});

it('dtcg marks them as deprecated references, which lead to the same values', async () => {
  const tree = JSON.parse(await written('dtcg'));
  expect(tree.x.cta).toEqual({
    $type: 'color',
    $value: '{x.primary}',
    $deprecated: 'Use x.primary instead.',
  });
  expect(tree.x.color.past.$deprecated).toBe('Ask Ada.');
  const read = resolveTokens(tree, {});
  const of = (path: string) => read.find((token) => token.path.join('.') === path);
  expect(of('x.color.old')?.value).toEqual(of('x.color.brand')?.value);
  expect(of('x.color.past')?.deprecated).toBe('Ask Ada.');
});

const readXml = (text: string): void => {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
};

it('android-xml refers from the old name to the role, which the system switches', async () => {
  const { bytes } = await render('android-xml', all, { prefix: 'x' });
  const files = Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString());
  for (const file of files) readXml(file);
  expect(files[0]).toMatch(
    /<color name="x_cta">@color\/x_primary<\/color><!-- @deprecated Use @color\/x_primary instead. -->/,
  );
  expect(files[1]).not.toContain('x_cta');
});

it.each([
  ['ios-swift', '    @available(*, deprecated, renamed: "primary")\n    public static let cta = primary\n'],
  [
    'swiftui',
    '    @available(*, deprecated, renamed: "lightPrimary")\n    public static let lightCta = lightPrimary\n',
  ],
  ['ios-swift', '    @available(*, deprecated, message: "Ask Ada.")\n'],
  [
    'compose',
    '  @Deprecated("Use lightPrimary instead.", ReplaceWith("lightPrimary"))\n  val lightCta = lightPrimary\n',
  ],
  [
    'compose',
    '  @Deprecated("Use primary instead.", ReplaceWith("primary"))\n  val cta: Color get() = primary\n',
  ],
  ['flutter', "    @Deprecated('Use lightPrimary instead.')\n    static const lightCta = lightPrimary;\n"],
  ['flutter', "  @Deprecated('Use primary instead.')\n  Color get cta => primary;\n"],
] as const)('%s has the compiler warn: %s', async (id, declaration) => {
  expect(await written(id, all)).toContain(declaration);
});
