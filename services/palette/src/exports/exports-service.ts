import type { Waits } from '@platform/database';
import { AppError, invalid, notFound } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import { typeid } from 'typeid-js';
import { FORMAT_OPTIONS } from '../formats/export-format.ts';
import type { ExportFormat, FormatOption, FormatRegistry } from '../formats/export-format.ts';
import { tokenColorOfHex } from '../formats/token.ts';
import { writeFile } from '../formats/write-file.ts';
import type { Palette } from '../palettes/palette.ts';
import { lengthOfTheme } from '../themes/theme.ts';
import type { WrittenThemeWithPalette } from '../themes/theme.ts';
import { tokensOfPalette } from './collect-tokens.ts';
import type { ExportsQueue } from './exports-queue.ts';
import type { ExportBody, ListExportsQuery } from './exports-schema.ts';
import type { ExportsStore, SharedExport } from './exports-store.ts';
import type { ThemeTokensWork } from './collect-tokens.ts';
import { DEFAULT_OPTIONS, isFinished, writtenTokens } from './token-export.ts';
import type { ExportOptions, ExportResult, NewExport, TokenExport } from './token-export.ts';
import type { ExportsMetrics } from './worker-metrics.ts';

/** A format as clients see it. */
interface CatalogEntry extends Pick<
  ExportFormat,
  'id' | 'title' | 'target' | 'mediaType' | 'extension' | 'docs' | 'holds'
> {
  readonly options: readonly FormatOption[];
  /** The format's output for two colours. */
  readonly example: {
    readonly filename: string;
    readonly encoding: 'utf8' | 'base64';
    readonly content: string;
  };
}

const EXAMPLE = [
  { path: ['base'], color: tokenColorOfHex('#336699', 1), description: 'Steel Blue' },
  { path: ['complement'], color: tokenColorOfHex('#996633', 1), description: 'Brown' },
];

const isText = (bytes: Buffer): boolean =>
  !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes);

const describe = async (format: ExportFormat): Promise<CatalogEntry> => {
  const { id, title, target, mediaType, extension, docs, holds, options } = format;
  const { filename, bytes } = await writeFile(format, EXAMPLE, {
    prefix: 'brand',
    colorSyntax: 'hex',
    p3: 'auto',
    comments: true,
  });
  const encoding = isText(bytes) ? 'utf8' : 'base64';
  const example = { filename, encoding, content: bytes.toString(encoding) } as const;
  return { id, title, target, mediaType, extension, docs, holds, options, example };
};

/** Lists the formats, each with an example that the format itself renders on the first call. */
const createFormatCatalog = (formats: FormatRegistry) => {
  let made: Promise<CatalogEntry[]> | undefined;
  return (): Promise<CatalogEntry[]> => (made ??= Promise.all(formats.all.map(describe)));
};

/** Finds the palette or theme to export. Both throw 404 for ids the organisation does not have. */
interface TokenSources {
  palette(organisation: string, id: string, version: number | null): Promise<Palette>;
  theme(organisation: string, id: string, version: number | null): Promise<WrittenThemeWithPalette>;
}

interface ExportsServiceDeps {
  store: ExportsStore;
  queue: Pick<ExportsQueue, 'addSoon'>;
  waiters: Pick<Waits, 'wait'>;
  sources: TokenSources;
  work: ThemeTokensWork;
  formats: FormatRegistry;
  metrics: ExportsMetrics;
  /** Seconds for which results are kept. */
  lifetime: number;
  cursors: Cursors;
}

/** An export as it is asked for, with its tokens. */
export type WantedExport = Omit<NewExport, 'id' | 'organisation' | 'lifetime'>;

export interface ExportsService {
  /** Reads the tokens that an export has. @throws 400, 404 */
  prepare(organisation: string, body: ExportBody): Promise<WantedExport>;
  /**
   * Accepts an export, or returns an equal one that the organisation already has. A new one is for
   * the caller to queue once it is committed: before, no worker can see it.
   */
  request(organisation: string, wanted: WantedExport): Promise<SharedExport>;
  /** A page of the organisation's exports that have not expired, newest first. @throws 400 */
  list(organisation: string, query: ListExportsQuery): Promise<CursorPage<TokenExport>>;
  /** Has a worker render the export soon. */
  queue(id: string): void;
  /**
   * The state of an export. Waits up to `wait` seconds for it to finish.
   * @throws 404, with the code `expired` once it has expired
   */
  show(organisation: string, id: string, wait: number): Promise<TokenExport>;
  /**
   * Metadata of a completed export's file.
   * @throws 404, also with the codes `not_ready` and `export_failed`
   */
  file(organisation: string, id: string): Promise<ExportResult>;
  /** The file's content. @throws 404 if it was removed in the meantime */
  content(id: string): Promise<Buffer>;
  /** Cancels a running export, or removes a finished one. @throws 404 */
  cancel(organisation: string, id: string): Promise<void>;
  formats(): Promise<CatalogEntry[]>;
}

/** A waiting request polls at this interval, in case a notification was lost. */
const LOOK_MILLISECONDS = 1_000;

export const createExportsService = (deps: ExportsServiceDeps): ExportsService => {
  const { store, queue, waiters, sources, work, formats, metrics, lifetime, cursors } = deps;

  const find = async (organisation: string, id: string): Promise<TokenExport> => {
    const found = await store.find(organisation, id);
    if (!found) throw notFound('export');
    if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())
      throw new AppError('not_found', 'The export has expired.', { code: 'expired' });
    return found;
  };

  /** The request, validated and resolved to tokens. */
  const prepare = async (organisation: string, body: ExportBody): Promise<WantedExport> => {
    const format = formats.get(FORMAT_ALIASES[body.format] ?? body.format);
    if (!format) throw new Error(`The schema let the unknown format ${body.format} pass.`);
    const options = readOptions(body, format);
    const source = readSource(body);
    const { version = null } = body;
    const wanted = {
      format: format.id,
      prefix: body.prefix ?? null,
      paletteId: 'palette' in source ? source.palette : null,
      themeId: 'theme' in source ? source.theme : null,
      options,
    };
    const step = format.hasSteps ? 0 : null;
    const head: readonly unknown[] = Object.values(wanted);
    if ('palette' in source) {
      const palette = await sources.palette(organisation, source.palette, version);
      return { ...wanted, ...writtenTokens(tokensOfPalette(palette, options), head), step };
    }
    const { theme, palette } = await sources.theme(organisation, source.theme, version);
    const load = { organisation, length: lengthOfTheme(theme) };
    const tokens = await work({ theme, palette, options, head }, load);
    return { ...wanted, ...tokens, step };
  };

  const request = async (organisation: string, wanted: WantedExport): Promise<SharedExport> => {
    const shared = await store.share({ ...wanted, id: typeid('exp').toString(), organisation, lifetime });
    if (shared === null) return request(organisation, wanted);
    metrics.requested(wanted.format, !shared.isNew);
    return shared;
  };

  return {
    prepare,
    request,
    list(organisation, query) {
      const { status, format: wanted, palette_id: paletteId, theme_id: themeId } = query;
      const format = wanted === undefined ? undefined : (FORMAT_ALIASES[wanted] ?? wanted);
      const list = ['exports', organisation, status ?? '', format ?? '', paletteId ?? '', themeId ?? ''];
      return readCursorPage(cursors, list, query, (after, count) =>
        store.list(organisation, { status, format, paletteId, themeId }, after, count),
      );
    },
    queue: (id) => {
      queue.addSoon(id);
    },
    async show(organisation, id, wait) {
      const end = Date.now() + wait * 1_000;
      for (;;) {
        const left = end - Date.now();
        // Subscribes before reading, so that an export that finishes in between is not missed.
        const news = left > 0 ? waiters.wait(id, Math.min(left, LOOK_MILLISECONDS)) : null;
        try {
          const found = await find(organisation, id);
          if (news === null || isFinished(found)) return found;
          await news;
        } finally {
          news?.cancel();
        }
      }
    },
    async file(organisation, id) {
      const { status, result, error } = await find(organisation, id);
      if (status === 'failed')
        throw new AppError('not_found', 'The export failed; it has no file.', {
          code: 'export_failed',
          details: error?.details ?? [],
        });
      if (!result)
        throw new AppError('not_found', 'The file is not ready yet.', {
          code: 'not_ready',
          retryAfterSeconds: 1,
        });
      return result;
    },
    async content(id) {
      const content = await store.content(id);
      if (!content) throw notFound('export');
      return content;
    },
    async cancel(organisation, id) {
      await find(organisation, id);
      await store.remove(organisation, id);
    },
    formats: createFormatCatalog(formats),
  };
};

/** Other names that clients may use for a format. */
export const FORMAT_ALIASES: Readonly<Record<string, string>> = { tailwind: 'tailwind-v4' };

/** Options that not every format has. */
const OF_FORMATS = FORMAT_OPTIONS;
const OF_PALETTES = ['shades', 'names'] as const;
const OF_THEMES = ['mode', 'references', 'tokens', 'groups', 'files'] as const;

const refuseGiven = (
  options: NonNullable<ExportBody['options']>,
  names: readonly (keyof ExportOptions)[],
  because: string,
): void => {
  const details = names
    // Some clients fill in the defaults of the document: that asks for nothing.
    .filter((name) => options[name] !== undefined && options[name] !== DEFAULT_OPTIONS[name])
    .map((name) => ({ field: `options.${name}`, message: `options.${name} ${because}` }));
  if (details.length > 0) throw invalid(details);
};

/**
 * The options of a request with defaults filled in.
 * @throws 400 for an option that would have no effect, rather than ignoring it
 */
export const readOptions = (body: ExportBody, format: ExportFormat): ExportOptions => {
  const options = body.options ?? {};
  const lacking = OF_FORMATS.filter((name) => !format.options.includes(name));
  refuseGiven(options, lacking, `has no effect in the format ${format.id}`);
  if (body.theme_id === undefined) refuseGiven(options, OF_THEMES, 'is for themes only');
  else refuseGiven(options, OF_PALETTES, 'is for palettes only');
  return { ...DEFAULT_OPTIONS, ...options };
};

/** The palette or theme to export. @throws 400 unless exactly one is given */
export const readSource = ({ palette_id, theme_id }: ExportBody): { palette: string } | { theme: string } => {
  if (palette_id !== undefined && theme_id !== undefined)
    throw invalid([{ field: 'theme_id', message: 'theme_id cannot be combined with palette_id' }]);
  if (theme_id !== undefined) return { theme: theme_id };
  if (palette_id !== undefined) return { palette: palette_id };
  throw invalid([{ field: 'palette_id', message: 'palette_id is required, or theme_id' }]);
};
