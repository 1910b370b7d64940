import type { Waits } from '@platform/database';
import { createHash } from 'node:crypto';
import { AppError, invalid, notFound } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import { typeid } from 'typeid-js';
import type { DesignToken } from '../formats/token.ts';
import type { FormatRegistry, ExportFormat } from '../formats/export-format.ts';
import type { Palette } from '../palettes/palette.ts';
import { modesByModifier } from '../themes/theme-modes.ts';
import type { Theme } from '../themes/theme.ts';
import { modeName } from '../themes/tokens/resolve-modes.ts';
import { tokensOfPalette, tokensOfTheme } from './collect-tokens.ts';
import type { ExportsMetrics } from './worker-metrics.ts';
import type { ExportsQueue } from './exports-queue.ts';
import type { ExportBody, ListExportsQuery } from './exports-schema.ts';
import type { ExportsStore } from './exports-store.ts';
import { createFormatCatalog } from './format-catalog.ts';
import type { CatalogEntry } from './format-catalog.ts';
import { isFinished, DEFAULT_OPTIONS } from './token-export.ts';
import type { ExportOptions, ExportResult, NewExport, TokenExport } from './token-export.ts';
import { FORMAT_OPTIONS } from '../formats/export-format.ts';

/** Increment it when a format's output changes for the same tokens. */
const REVISION = 5;

/**
 * A hash of everything that determines an export's file. Equal requests have equal fingerprints.
 */
const fingerprintOf = (
  request: Pick<NewExport, 'format' | 'prefix' | 'paletteId' | 'themeId' | 'options' | 'tokens'>,
): Buffer => {
  const { format, prefix, paletteId, themeId, options, tokens } = request;
  return createHash('sha256')
    .update(JSON.stringify([REVISION, format, prefix, paletteId, themeId, options, tokens]))
    .digest();
};

/** The mode of a theme that a request names, in any case and spelling. @throws 400 */
const readMode = (theme: Theme, given: string): string => {
  const known = [...modesByModifier(theme).values()].flat();
  const mode = modeName(given.replaceAll('_', '-'));
  if (known.includes(mode)) return mode;
  const names = known.map((name) => name.replaceAll('-', '_')).join(', ');
  throw invalid([{ field: 'options.mode', message: `options.mode must be one of [${names}]` }]);
};

/** Returns a theme's tokens to export. @throws 400 for an unknown mode, and for groups without tokens */
const themeTokens = (theme: Theme, palette: Palette, options: ExportOptions): DesignToken[] => {
  const { mode, references, tokens: kinds, groups } = options;
  const chosen = mode === null ? null : readMode(theme, mode);
  const tokens = tokensOfTheme(
    theme,
    chosen,
    references ? palette : null,
    kinds === 'all' ? palette : null,
    kinds,
  );
  if (groups === null) return tokens;
  const found = tokens.filter(({ path, mode: own, isReferenced }) => {
    const name = (own === undefined ? path : path.slice(1)).join('.');
    return isReferenced === true || groups.some((group) => name === group || name.startsWith(`${group}.`));
  });
  if (found.some(({ isReferenced }) => isReferenced !== true)) return found;
  throw invalid([
    { field: 'options.groups', message: 'options.groups names no group or token of the theme' },
  ]);
};

/** Finds the palette or theme to export. Both throw 404 for ids the organisation does not have. */
interface TokenSources {
  palette(organisation: string, id: string, version: number | null): Promise<Palette>;
  theme(
    organisation: string,
    id: string,
    version: number | null,
  ): Promise<{ theme: Theme; palette: Palette }>;
}

interface ExportsServiceDeps {
  store: ExportsStore;
  queue: Pick<ExportsQueue, 'addSoon'>;
  waiters: Pick<Waits, 'wait'>;
  sources: TokenSources;
  formats: FormatRegistry;
  metrics: ExportsMetrics;
  /** Seconds for which results are kept. */
  lifetime: number;
  cursors: Cursors;
}

interface RequestedExport {
  readonly item: TokenExport;
  readonly isNew: boolean;
}

export interface ExportsService {
  /**
   * Accepts an export, or returns an equal one that the organisation already has. A new one is for
   * the caller to queue once it is committed: before, no worker can see it.
   * @throws 400, 404
   */
  request(organisation: string, body: ExportBody): Promise<RequestedExport>;
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
  const { store, queue, waiters, sources, formats, metrics, lifetime, cursors } = deps;

  const find = async (organisation: string, id: string): Promise<TokenExport> => {
    const found = await store.find(organisation, id);
    if (!found) throw notFound('export');
    if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())
      throw new AppError('not_found', 'The export has expired.', { code: 'expired' });
    return found;
  };

  const tokensOf = async (
    organisation: string,
    id: string,
    options: ExportOptions,
    version: number | null,
  ) => {
    const { theme, palette } = await sources.theme(organisation, id, version);
    return themeTokens(theme, palette, options);
  };

  /** The request, validated and resolved to tokens. */
  const prepare = async (organisation: string, body: ExportBody) => {
    const format = formats.get(FORMAT_ALIASES[body.format] ?? body.format);
    if (!format) throw new Error(`The schema let the unknown format ${body.format} pass.`);
    const options = readOptions(body, format);
    const source = readSource(body);
    const { version = null } = body;
    const tokens =
      'palette' in source
        ? tokensOfPalette(await sources.palette(organisation, source.palette, version), options)
        : await tokensOf(organisation, source.theme, options, version);
    return {
      format: format.id,
      prefix: body.prefix ?? null,
      paletteId: 'palette' in source ? source.palette : null,
      themeId: 'theme' in source ? source.theme : null,
      options,
      tokens,
      step: format.hasSteps ? 0 : null,
    };
  };

  const request = async (organisation: string, body: ExportBody): Promise<RequestedExport> => {
    const wanted = await prepare(organisation, body);
    const fingerprint = fingerprintOf(wanted);
    const found = await store.findShared(organisation, fingerprint);
    const id = typeid('exp').toString();
    const made = found ? null : await store.insert({ ...wanted, id, organisation, fingerprint, lifetime });
    metrics.requested(wanted.format, made === null);
    const item = found ?? made ?? (await store.findShared(organisation, fingerprint));
    // `item` is null only if the equal export that prevented the insert was removed just now.
    return item === null ? request(organisation, body) : { item, isNew: made !== null };
  };

  return {
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
