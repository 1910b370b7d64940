import { IMPORT_FORMATS } from '../../src/imports/registry.ts';
import { renderText } from '../formats/render.ts';
import { formats } from '../../src/formats/registry.ts';
import { writeFile } from '../../src/formats/write-file.ts';
import { tokensOfPalette } from '../../src/exports/collect-tokens.ts';
import { samplePalette } from '../sample-palette.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

describe('a round trip', () => {
  it.each([
    ['dtcg', 'dtcg'],
    ['style-dictionary', 'style-dictionary'],
    ['css', 'css'],
    ['tailwind-v4', 'tailwind-v4'],
    ['gpl', 'gpl'],
    ['ase', 'ase'],
    // What Figma imports is DTCG.
    ['figma', 'dtcg'],
  ])('reads back every colour of its own export as %s, given as %s', async (id, format) => {
    const palette = samplePalette('#3366cc', 'tetradic', 12);
    const tokens = tokensOfPalette(palette, { names: 'role', shades: false });
    const options = { prefix: 'brand', colorSyntax: 'hex', p3: false, comments: true } as const;
    const content =
      id === 'ase'
        ? (await writeFile(formats.get('ase')!, tokens, options)).bytes.toString('base64')
        : await renderText(id, tokens, options);
    const isJson = IMPORT_FORMATS.get(format)?.content === 'object';
    const { values } = await client.imported(format, isJson ? (JSON.parse(content) as object) : content);
    expect(Object.values(values)).toEqual(palette.colors.map(({ hex }) => hex));
  });
});
