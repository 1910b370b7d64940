import { AppError, notFound } from '@platform/errors';
import { typeid } from 'typeid-js';

import type { FormatRegistry } from '../formats/create-format-registry.ts';
import type { Palette } from '../palettes/palette.ts';
import type { Theme } from '../themes/theme.ts';
import { tokensOfPalette, tokensOfTheme } from './collect-tokens.ts';
import { readOptions, readSource } from './export-request.ts';
import type { ExportWaiters } from './export-waiters.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createFormatCatalogue } from './format-catalogue.ts';
import type { CatalogueEntry } from './format-catalogue.ts';
import { isFinished, MODES } from './token-export.ts';
import type { ExportResult, TokenExport } from './token-export.ts';
import type { TokensMetrics } from './tokens-metrics.ts';
import type { TokensQueue } from './tokens-queue.ts';
import type { ExportBody } from './tokens-schema.ts';
import type { TokensStore } from './tokens-store.ts';

/** Where palettes and themes come from. Both throw 404 for what the organisation doesn't have. */
export interface TokenSources {
  palette(organisation: string, id: string): Promise<Palette>;
  theme(organisation: string, id: string): Promise<Theme>;
}

export interface TokensServiceDeps {
  store: TokensStore;
  queue: TokensQueue;
  waiters: ExportWaiters;
  sources: TokenSources;
  formats: FormatRegistry;
  metrics: TokensMetrics;
  /** Seconds for which a result is kept. */
  lifetime: number;
}

export interface TokensService {
  /** Accepts an export. An equal one that the organisation has is given again instead. @throws 400, 404 */
  request(organisation: string, body: ExportBody): Promise<TokenExport>;
  /** The state of an export; held for up to `wait` seconds while it runs. @throws 404, with the code `expired` after its time */
  show(organisation: string, id: string, wait: number): Promise<TokenExport>;
  /** What a completed export's file is. @throws 404 also while there is none: `not_ready`, `export_failed` */
  file(organisation: string, id: string): Promise<ExportResult>;
  /** The file itself. @throws 404 if it was removed meanwhile */
  content(id: string): Promise<Buffer>;
  /** Stops an export that runs, and removes its result. @throws 404 */
  cancel(organisation: string, id: string): Promise<void>;
  formats(): Promise<CatalogueEntry[]>;
}

/** Somebody who waits looks for himself this often, for the case that the news was lost. */
const LOOK_MILLISECONDS = 1_000;

export const createTokensService = (deps: TokensServiceDeps): TokensService => {
  const { store, queue, waiters, sources, formats, metrics, lifetime } = deps;

  const find = async (organisation: string, id: string): Promise<TokenExport> => {
    const found = await store.find(organisation, id);
    if (!found) throw notFound('export');
    if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())
      throw new AppError('not_found', 'The export has expired.', { code: 'expired' });
    return found;
  };

  /** What is asked for, ready to be kept. */
  const prepare = async (organisation: string, body: ExportBody) => {
    const format = formats.get(body.format);
    if (!format) throw new Error(`The schema let the unknown format ${body.format} pass.`);
    const options = readOptions(body, format);
    const source = readSource(body);
    const tokens =
      'palette' in source
        ? tokensOfPalette(await sources.palette(organisation, source.palette), options)
        : tokensOfTheme(
            await sources.theme(organisation, source.theme),
            options.mode === null ? null : MODES[options.mode],
          );
    return {
      format: format.id,
      prefix: body.prefix ?? null,
      paletteId: 'palette' in source ? source.palette : null,
      themeId: 'theme' in source ? source.theme : null,
      options,
      tokens,
    };
  };

  const request = async (organisation: string, body: ExportBody): Promise<TokenExport> => {
    const wanted = await prepare(organisation, body);
    const fingerprint = fingerprintOf(wanted);
    const found = await store.findShared(organisation, fingerprint);
    const id = typeid('exp').toString();
    const made = found ? null : await store.insert({ ...wanted, id, organisation, fingerprint, lifetime });
    if (made) queue.addSoon(made.id);
    metrics.requested(wanted.format, made === null);
    const answer = found ?? made ?? (await store.findShared(organisation, fingerprint));
    // Nothing is left only if the equal export that kept this one from being made was removed in this very moment.
    return answer ?? request(organisation, body);
  };

  return {
    request,
    async show(organisation, id, wait) {
      const end = Date.now() + wait * 1_000;
      for (;;) {
        const left = end - Date.now();
        // Before looking, so that an end between the look and the wait is not missed.
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
        throw new AppError('not_found', 'The file is not made yet.', {
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
    formats: createFormatCatalogue(formats),
  };
};
