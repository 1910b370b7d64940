import { createHash } from 'node:crypto';

import type { PageFormat } from '@platform/pages';
import { LRUCache } from 'lru-cache';

import { tokensOfPalette } from '../exports/collect-tokens.ts';
import type { FormatRegistry } from '../formats/export-format.ts';
import { writeFile } from '../formats/write-file.ts';
import type { ExportFile } from '../formats/write-file.ts';
import type { Palette } from '../palettes/palette.ts';

type PaletteFile = Pick<ExportFile, 'filename' | 'mediaType' | 'bytes'> & {
  /** Changes exactly when the content does. */
  readonly etag: string;
};

interface PaletteFiles {
  /** Renders a palette with a format's defaults; undefined if the page doesn't offer the format. */
  (palette: Palette, format: string): Promise<PaletteFile | undefined>;
  readonly formats: readonly PageFormat[];
}

/** Media types of texts, which can be copied. */
const TEXT = /^text\/|^application\/(?:dart|xml)$|json$|\+xml$/;

/** Files that are kept; one of 32 colours with scales has some 40 KB. */
const MOST_KEPT = 500;

/** As the exports of a palette name its tokens. */
const OPTIONS = { prefix: 'color', colorSyntax: 'hex', p3: 'auto', comments: false } as const;
const TOKENS = { names: 'role', shades: false } as const;

/**
 * The files that a palette's page offers, each rendered once for a version of the palette. They don't
 * become exports: what strangers ask for has no place in an organisation's list.
 */
export const createPaletteFiles = (formats: FormatRegistry): PaletteFiles => {
  const offered = formats.all.filter(({ mediaType }) => TEXT.test(mediaType));
  const kept = new LRUCache<string, Promise<PaletteFile>>({ max: MOST_KEPT });
  const fileOf = async (palette: Palette, id: string): Promise<PaletteFile | undefined> => {
    const format = offered.find((one) => one.id === id);
    if (!format) return undefined;
    const key = `${palette.id} ${palette.version} ${id}`;
    const known = kept.get(key);
    if (known) return known;
    const made = writeFile(format, tokensOfPalette(palette, TOKENS), OPTIONS).then(
      ({ filename, mediaType, bytes }) => ({
        filename,
        mediaType,
        bytes,
        etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
      }),
    );
    kept.set(key, made);
    // What failed is tried again.
    made.catch(() => kept.delete(key));
    return made;
  };
  return Object.assign(fileOf, { formats: offered.map(({ id, title }) => ({ id, title })) });
};
