import { createHash } from 'node:crypto';
import { notFound } from '@platform/errors';
import { isKnown, negotiateLanguage } from '@platform/http';
import { raw, sendPage } from '@platform/page-access';
import { createPageFilesRouter } from '@platform/pages';
import type { BuiltPages, PageFormat, PalettePageContent, PalettePages } from '@platform/pages';
import { Router } from 'express';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { contrastJson } from '../contrast/contrast.ts';
import { checkContrast } from '../contrast/contrast-service.ts';
import { tokensOfPalette } from '../exports/collect-tokens.ts';
import type { FormatRegistry } from '../formats/export-format.ts';
import { writeFile } from '../formats/write-file.ts';
import type { ExportFile } from '../formats/write-file.ts';
import { paintedPagePolicy } from '../painted-page.ts';
import { paletteJson } from '../palettes/palette.ts';
import type { Palette } from '../palettes/palette.ts';
import type { ThemeWork } from '../themes/theme-work.ts';
import { lengthOfTheme } from '../themes/theme.ts';
import type { WrittenThemeWithPalette } from '../themes/theme.ts';
import type { SharesService } from './shares-service.ts';

/** Content of a shared palette's page, taken from the API's answers. */
const palettePageContent = (
  palette: Palette,
  formats: readonly PageFormat[],
  url: string,
): PalettePageContent => {
  const { name, description, harmony, base_color: base, colors, scale } = paletteJson(palette);
  const { pairs, color_vision: vision } = contrastJson(checkContrast(palette, 'AA'));
  return {
    palette: {
      name,
      description,
      harmony,
      base_color: { input: base.input },
      scale,
      colors: colors.map((color) => ({
        index: color.index,
        role: color.role,
        name: color.name,
        hex: color.hex,
        on_color: color.on_color,
        ...(color.scale && {
          scale: color.scale.map(({ step, hex, contrast, is_base }) => ({ step, hex, contrast, is_base })),
        }),
      })),
    },
    pairs: pairs.map(({ foreground, background, ratio, apca }) => ({ foreground, background, ratio, apca })),
    vision,
    formats,
    url,
  };
};

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
const MOST_FILES = 500;

/** As the exports of a palette name its tokens. */
const OPTIONS = { prefix: 'color', colorSyntax: 'hex', p3: 'auto', comments: false } as const;
const TOKENS = { names: 'role', shades: false } as const;

/**
 * The files that a palette's page offers, each rendered once for a version of the palette. They don't
 * become exports: what strangers ask for has no place in an organisation's list.
 */
const createPaletteFiles = (formats: FormatRegistry): PaletteFiles => {
  const offered = formats.all.filter(({ mediaType }) => TEXT.test(mediaType));
  const kept = new LRUCache<string, Promise<PaletteFile>>({ max: MOST_FILES });
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
    // After a failure the next request tries again.
    made.catch(() => kept.delete(key));
    return made;
  };
  return Object.assign(fileOf, { formats: offered.map(({ id, title }) => ({ id, title })) });
};

/** The style sheet of a theme. */
interface ThemeStyleSheet {
  readonly text: string;
  /** Changes exactly when the text does. */
  readonly etag: string;
}

type Owned = WrittenThemeWithPalette & { readonly organisation: string };

/** Finds or renders a theme's style sheet. @throws 400, as the export `css` does */
type ThemeStyleSheets = (theme: Owned) => Promise<ThemeStyleSheet>;

/** Of all texts that are kept, in characters. That of 1,800 tokens has 110,000. */
const MOST_KEPT = 32 * 1024 * 1024;

/** The style sheets of themes, each rendered once for a version of the theme and its palette. */
const createThemeStyleSheets = (work: ThemeWork): ThemeStyleSheets => {
  const render = async ({ organisation, theme, palette }: Owned): Promise<ThemeStyleSheet> => {
    const load = { organisation, length: lengthOfTheme(theme) };
    const text = await work('styleSheet', { theme, palette }, load);
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  };
  const kept = new LRUCache<string, ThemeStyleSheet, Owned>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ text }) => text.length,
    fetchMethod: (_key, _stale, { context }) => render(context),
    // A page evicted while it renders still reaches those who wait for it.
    ignoreFetchAbort: true,
  });
  return (context) => {
    const { theme, palette } = context;
    return kept.forceFetch(`${theme.id} ${theme.version} ${palette.version}`, { context });
  };
};

export interface SharePagesRouterDeps {
  shares: Pick<SharesService, 'palette' | 'theme'>;
  work: ThemeWork;
  built: () => Promise<BuiltPages<PalettePages>>;
  formats: FormatRegistry;
  publicUrl: string;
}

const accessOf = ({ query: { access } }: Request): string => {
  if (typeof access !== 'string') throw notFound('page');
  return access;
};

/** A site asks again after this long, and meanwhile paints with its copy. */
const STYLE_CACHE = 'public, max-age=60, stale-while-revalidate=86400';

/**
 * Serves what links open without a key: `GET /p/:id?access=…`, the page of a palette, `GET
 * /p/:id/:format?access=…`, its file in a format, and `GET /v1/themes/:id.css?access=…`, the style
 * sheet of a theme.
 */
export const createSharePagesRouter = (deps: SharePagesRouterDeps): Router => {
  const { shares, work, built, formats, publicUrl } = deps;
  const router = Router({ caseSensitive: true });
  const styleSheetOf = createThemeStyleSheets(work);
  const fileOf = createPaletteFiles(formats);
  router.use(createPageFilesRouter('/p/assets', built));
  router.get('/p/:id', async (request, response) => {
    const language = negotiateLanguage(request, response);
    const palette = await shares.palette(request.params.id, accessOf(request));
    const { pages } = await built();
    const { search, searchParams } = new URL(request.originalUrl, 'http://page');
    const content = palettePageContent(palette, fileOf.formats, `${publicUrl}/p/${palette.id}`);
    const { markup, style } = pages.palette(content, { language, search });
    const isFramed = searchParams.get('embed') === '1';
    await sendPage(request, response, 200, {
      markup: raw(markup),
      headers: {
        'Content-Security-Policy': paintedPagePolicy(style, isFramed),
        'Referrer-Policy': 'no-referrer',
        ...(isFramed && { 'X-Frame-Options': null }),
      },
    });
  });
  router.get('/p/:id/:format', async (request, response) => {
    const palette = await shares.palette(request.params.id, accessOf(request));
    const file = await fileOf(palette, request.params.format);
    if (file === undefined) throw notFound('path');
    response
      .set({
        'Content-Type': `${file.mediaType}; charset=utf-8`,
        'Content-Disposition': `inline; filename="${file.filename}"`,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-cache',
        ETag: file.etag,
      })
      .status(isKnown(request, file.etag) ? 304 : 200)
      .send(file.bytes);
  });
  router.get('/v1/themes/:id.css', async (request, response) => {
    const { text, etag } = await styleSheetOf(await shares.theme(request.params.id, accessOf(request)));
    response.set({
      ETag: etag,
      'Cache-Control': STYLE_CACHE,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (isKnown(request, etag)) response.status(304).end();
    else response.type('css').send(text);
  });
  return router;
};
