import { createRequire } from 'node:module';

import { unzipSync } from 'fflate';
import { Language, Parser } from 'web-tree-sitter';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { render } from './render.ts';
import { NASTY, SAMPLE } from './sample-tokens.ts';

const require = createRequire(import.meta.url);
const ready = Parser.init();
const theme = sampleTheme({ brand: '#336699', 'on-brand': '{brand}' }, samplePalette('#336699'));
const old = { $type: 'color', $value: '#336699', $deprecated: 'It\'s "old": ${x} \\(y) $z */' };
const renamed = sampleTheme({ brand: '#336699', old }, samplePalette('#336699'), {
  cta: 'primary',
  corporate: 'brand',
});

const INPUTS = {
  'a palette': SAMPLE,
  'difficult names and descriptions': NASTY,
  'a theme with modes and references': tokensOfTheme(theme, null, samplePalette('#336699')),
  'a theme with old names': tokensOfTheme(renamed, null, samplePalette('#336699')),
};

/** Every node that the grammar could not make sense of. */
const faultsIn = (parser: Parser, source: string): string[] => {
  const tree = parser.parse(source);
  if (tree === null) throw new Error('The parser gave up.');
  return tree.rootNode
    .descendantsOfType(['ERROR'])
    .map((node) => node?.text ?? '')
    .concat(tree.rootNode.hasError ? ['the tree has an error'] : []);
};

// Grammars of tree-sitter; their packages say which commit of each grammar they were built from.
describe.each([
  [
    'swift',
    require.resolve('@cursorless/tree-sitter-wasms/out/tree-sitter-swift.wasm'),
    ['ios-swift', 'swiftui'],
  ],
  ['kotlin', require.resolve('@cursorless/tree-sitter-wasms/out/tree-sitter-kotlin.wasm'), ['compose']],
  ['dart', require.resolve('@cursorless/tree-sitter-wasms/out/tree-sitter-dart.wasm'), ['flutter']],
] as const)('the grammar of %s', (_language, grammar, ids) => {
  const parser = (async () => {
    await ready;
    return new Parser().setLanguage(await Language.load(grammar));
  })();

  it.each(ids.flatMap((id) => Object.keys(INPUTS).map((input) => [id, input] as const)))(
    'reads %s with %s',
    async (id, input) => {
      const { mediaType, bytes } = await render(id, INPUTS[input as keyof typeof INPUTS]);
      const files = mediaType === 'application/zip' ? Object.values(unzipSync(bytes)) : [bytes];
      for (const file of files) {
        const source = Buffer.from(file).toString('utf8');
        expect(source.length).toBeGreaterThan(100);
        expect(faultsIn(await parser, source)).toEqual([]);
      }
    },
  );

  it('would notice a declaration that is cut off', async () => {
    const { bytes } = await render(ids[0], SAMPLE);
    const source = Buffer.from(bytes).toString('utf8');
    expect(faultsIn(await parser, source.replace(/\}\s*$/, ''))).not.toEqual([]);
  });
});
