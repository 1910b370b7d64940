import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CHARACTERS, makeFont } from '../font/make-font.ts';

const MOST_BYTES = 40_000;
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

describe('the font of the pages', () => {
  it('is what `node font/main.ts` makes, and small', async () => {
    const font = await readFile(join(SOURCES, 'design/inter.woff2'));
    expect(font.length).toBeLessThan(MOST_BYTES);
    expect(font.equals(await makeFont())).toBe(true);
  });

  it('has every character that the texts are written with', async () => {
    const files = await readdir(join(SOURCES, 'i18n'), { recursive: true });
    const texts = await Promise.all(
      files
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFile(join(SOURCES, 'i18n', file), 'utf8')),
    );
    const known = new Set(CHARACTERS);
    // Greek is the system's: one letter in one text.
    const missing = [...new Set(texts.join(''))].filter((one) => !known.has(one) && !'\nΔ'.includes(one));
    expect(missing).toEqual([]);
  });
});
