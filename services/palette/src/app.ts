import {
  createChangeLock,
  createIdempotencyStore,
  createOutboxStore,
  readSchemaVersion,
} from '@platform/database';
import type { Database, Waits } from '@platform/database';
import {
  createCursors,
  createHealth,
  createIdempotency,
  createServiceApp,
  envelopeDialect,
} from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createLinkSigner, createPageLinks, createPageLinksStore } from '@platform/page-access';
import type { BuiltPages, PalettePages } from '@platform/pages';
import type { Logger, Metrics, ProxyTrust } from '@platform/runtime';
import type { Express } from 'express';
import { FIELD_DOCS } from './documentation/field-docs.ts';
import { createContrastRouter } from './contrast/contrast-router.ts';
import { createContrastService } from './contrast/contrast-service.ts';
import { formats } from './formats/registry.ts';
import type { FetchStyles } from './imports/fetch-styles.ts';
import { createImportsRouter } from './imports/imports-router.ts';
import type { FetchImage } from './images/fetch-image.ts';
import { createHarmoniesRouter } from './palettes/harmonies-router.ts';
import { createPaletteVersionsRouter } from './palettes/palette-versions-router.ts';
import { createPaletteVersionsService, createPalettesService } from './palettes/palettes-service.ts';
import { createPaletteVersionsStore, createPalettesStore } from './palettes/palettes-store.ts';
import { createPalettesRouter } from './palettes/palettes-router.ts';
import { observeBacklog, createExportsMetrics } from './exports/worker-metrics.ts';
import { createExportCleanupStore } from './exports/export-cleanup-store.ts';
import type { ExportsQueue } from './exports/exports-queue.ts';
import { createExportsRouter } from './exports/exports-router.ts';
import { createExportsService } from './exports/exports-service.ts';
import { createExportsStore } from './exports/exports-store.ts';
import { workOnTheme, workOnThemeTokens } from './work-on-theme.ts';
import { createSharePagesRouter } from './shares/share-pages-router.ts';
import { createSharesRouter } from './shares/shares-router.ts';
import { createSharesService } from './shares/shares-service.ts';
import { createSharesStore } from './shares/shares-store.ts';
import { createThemePreviewRouter } from './themes/theme-preview-router.ts';
import { createThemeVersionsRouter } from './themes/theme-versions-router.ts';
import { createThemeVersionsService, createThemesService } from './themes/themes-service.ts';
import { createThemeVersionsStore, createThemesStore } from './themes/themes-store.ts';
import { createThemesRouter } from './themes/themes-router.ts';
import { createWorkspacesRouter } from './workspaces/workspaces-router.ts';
import { createWorkspacesService } from './workspaces/workspaces-service.ts';
import { createWorkspacesStore } from './workspaces/workspaces-store.ts';

export interface AppDeps {
  database: Database;
  identity: IdentityVerifier;
  logger: Logger;
  metrics: Metrics;
  /** 32 bytes that sign cursors and preview links. */
  secret: Buffer;
  /** Base of links: the gateway's address, without a trailing slash. */
  publicUrl: string;
  trustProxy: ProxyTrust;
  fetchImage: FetchImage;
  fetchStyles: FetchStyles;
  /** Makes the public pages; `packages/web` builds it, perhaps when the first one is asked for. */
  pages: () => Promise<BuiltPages<PalettePages>>;
  /**
   * The export queue, the requests waiting for exports, and for how many seconds results are kept.
   */
  exports: { queue: Pick<ExportsQueue, 'addSoon' | 'state'>; waiters: Waits; lifetime: number };
  health?: Health;
}

/** Wires the service together. */
export const createApp = (deps: AppDeps): Express => {
  const { database, secret } = deps;
  const cursors = createCursors(secret);

  const workspaces = createWorkspacesService({ store: createWorkspacesStore(database), cursors });
  const palettes = createPalettesService({ store: createPalettesStore(database), workspaces, cursors });
  const paletteVersions = createPaletteVersionsService({
    palettes,
    store: createPaletteVersionsStore(database),
  });
  const contrast = createContrastService({ palettes });
  const signer = createLinkSigner(secret);
  const themes = createThemesService({
    store: createThemesStore(database),
    palettes,
    workspaces,
    cursors,
    links: signer,
    publicUrl: deps.publicUrl,
    work: workOnTheme,
  });
  const themeVersions = createThemeVersionsService({ themes, store: createThemeVersionsStore(database) });
  const shares = createSharesService({
    store: createSharesStore(database),
    links: createPageLinks(createPageLinksStore(database), signer),
    palettes,
    themes,
    publicUrl: deps.publicUrl,
  });
  const exports = createExportsService({
    store: createExportsStore(database),
    cursors,
    ...deps.exports,
    work: workOnThemeTokens,
    sources: {
      palette: (organisation, id, version) =>
        version === null
          ? palettes.show(organisation, id)
          : paletteVersions.version(organisation, id, version),
      theme: (organisation, id, version) =>
        version === null ? themes.show(organisation, id) : themeVersions.version(organisation, id, version),
    },
    formats,
    metrics: createExportsMetrics(deps.metrics),
  });

  const cleanupStore = createExportCleanupStore(database);
  observeBacklog(deps.metrics, () => cleanupStore.backlog());

  return createServiceApp({
    title: 'Palettes, design tokens and themes',
    fields: FIELD_DOCS,
    dialect: envelopeDialect,
    routers: [
      createPalettesRouter({ palettes, fetchImage: deps.fetchImage }),
      createPaletteVersionsRouter({ palettes, versions: paletteVersions }),
      createHarmoniesRouter(),
      createContrastRouter({ contrast }),
      createImportsRouter({ fetchStyles: deps.fetchStyles }),
      createExportsRouter({ exports, formats, publicUrl: deps.publicUrl }),
      createThemesRouter({ themes, work: workOnTheme }),
      createThemeVersionsRouter({ themes, versions: themeVersions, work: workOnTheme }),
      createSharesRouter({ shares }),
      createWorkspacesRouter({ workspaces }),
    ],
    pages: [
      createThemePreviewRouter({ themes, work: workOnTheme, built: deps.pages }),
      createSharePagesRouter({
        shares,
        work: workOnTheme,
        built: deps.pages,
        formats,
        publicUrl: deps.publicUrl,
      }),
    ],
    identity: deps.identity,
    idempotency: createIdempotency(createIdempotencyStore(database)),
    changeLock: createChangeLock(database),
    outbox: createOutboxStore(database),
    outboxNews: deps.exports.waiters,
    status: {
      schema: () => readSchemaVersion(database),
      queues: { exports: deps.exports.queue.state },
    },
    publicUrl: deps.publicUrl,
    logger: deps.logger,
    metrics: deps.metrics,
    health: deps.health ?? createHealth({ database: () => database.raw('SELECT 1').then(() => undefined) }),
    trustProxy: deps.trustProxy,
  });
};
