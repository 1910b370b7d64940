import { execFileSync } from 'node:child_process';

import * as sass from 'sass';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { renderText } from './render.ts';

const px = (value: number) => ({ value, unit: 'px' });
const palette = samplePalette('#3366cc');
const font = { fontFamily: '{family}', fontWeight: 700, letterSpacing: px(0) };
const theme = sampleTheme(
  {
    height: { $type: 'number', $value: 1.5 },
    size: { $type: 'dimension', $value: '16px' },
    family: { $type: 'fontFamily', $value: ['-apple-system', 'BlinkMacSystemFont', 'Source Sans 3'] },
    heading: { $type: 'typography', $value: { ...font, fontSize: px(16), lineHeight: '{height}' } },
    body: { $type: 'typography', $value: { ...font, fontSize: '{size}', lineHeight: 1.5 } },
    caption: { $type: 'typography', $value: { ...font, fontSize: '{size}', lineHeight: '{height}' } },
    fast: { $type: 'duration', $value: '200ms' },
    fade: {
      $type: 'transition',
      $value: { duration: '{fast}', delay: { value: 0.5, unit: 's' }, timingFunction: [0, 0, 1, 1] },
    },
  },
  palette,
);
const tokens = tokensOfTheme(theme, 'light', palette);
const FAMILY = '-apple-system, BlinkMacSystemFont, "Source Sans 3"';

it.each(['heading', 'body', 'caption'])('scss does not divide the size of %s by its height', async (name) => {
  const source = await renderText('scss', tokens, { prefix: 'x' });
  const warnings: string[] = [];
  const { css } = sass.compileString(`${source}\na { font: $x-${name}; }`, {
    logger: { warn: (message) => warnings.push(message) },
  });
  expect(css).toContain(`font: 700 16px/1.5 ${FAMILY};`);
  expect(warnings).toEqual([]);
});

it('css leaves the names of system fonts unquoted', async () => {
  expect(await renderText('css', tokens, { prefix: 'x' })).toContain(`--x-family: ${FAMILY};`);
});

// In a process of its own: Style Dictionary clones with structuredClone, whose objects are foreign
// inside of Jest.
const BUILD = `
  import StyleDictionary from 'style-dictionary';
  import { readFileSync } from 'node:fs';
  const dictionary = new StyleDictionary({
    tokens: JSON.parse(readFileSync(0, 'utf8')),
    platforms: { css: { transformGroup: 'css', files: [{ destination: 'x.css', format: 'css/variables' }] } },
    log: { verbosity: 'silent' },
  });
  const [file] = await dictionary.formatPlatform('css');
  process.stdout.write(file.output);
`;

it('style-dictionary writes durations that Style Dictionary can use', async () => {
  const css = execFileSync(process.execPath, ['--input-type=module', '--eval', BUILD], {
    input: await renderText('style-dictionary', tokens, { prefix: 'x' }),
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(css).toContain('--x-fast: 200ms;');
  expect(css).toContain('--x-fade: 200ms cubic-bezier(0, 0, 1, 1) 0.5s;');
  expect(css).not.toContain('[object Object]');
});
