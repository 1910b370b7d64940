import { invalid } from '@platform/errors';
import { rasterize } from '../pictures/rasterize.ts';
import { COLORS_ONLY } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { toAscii, plainNames } from './naming/name-tokens.ts';
import { withoutOldNames } from './notation/comment.ts';
import { swatchSheet } from './notation/swatch-sheet.ts';

/**
 * 20 megapixels, or 80 MB while drawing. With thousands of swatches the worker ran out of memory.
 */
const MOST_SWATCHES = 600;

/**
 * A swatch sheet as a raster image.
 * @throws `invalid` with the code `too_many_tokens` for more than 600
 */
export const png: ExportFormat = {
  id: 'png',
  title: 'PNG swatch sheet',
  target: 'Documents, chats, presentations',
  mediaType: 'image/png',
  extension: '.png',
  docs: 'https://www.w3.org/TR/png-3/',
  holds: 'colors',
  lacks: COLORS_ONLY,
  options: [],
  async render(tokens, { prefix }) {
    const named = plainNames(withoutOldNames(tokens), '-');
    if (named.length > MOST_SWATCHES) throw tooMany(named.length);
    const readable = named.map(({ name, token }) => ({ name: inFont(name), token }));
    return rasterize(swatchSheet(readable, prefix, { colorSyntax: 'hex' }));
  },
};

/** A name as the bundled font can show it: the font has Latin, Greek and Cyrillic letters. */
const inFont = (name: string): string =>
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(name)
    ? toAscii(name)
    : name;

const tooMany = (count: number) => {
  const message = `A PNG sheet holds ${MOST_SWATCHES} colours, and there are ${count}; the format svg has no limit.`;
  return invalid([{ field: 'tokens', message }], { code: 'too_many_tokens' });
};
