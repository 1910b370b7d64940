import { createIdempotencyStore } from '@platform/database';
import type { Database } from '@platform/database';
import { createHealth, createIdempotency, createServiceApp, envelopeDialect } from '@platform/http';
import type { Health } from '@platform/http';
import type { IdentityVerifier } from '@platform/identity';
import { createTokenSigner } from '@platform/pages';
import type { Logger, Metrics } from '@platform/runtime';
import type { Express } from 'express';

import { createContrastRouter } from './contrast/contrast-router.ts';
import { createContrastService } from './contrast/contrast-service.ts';
import { formats } from './formats/registry.ts';
import { createCursors } from './paging/cursors.ts';
import { createPalettesRouter } from './palettes/palettes-router.ts';
import { createPalettesService } from './palettes/palettes-service.ts';
import { createPalettesStore } from './palettes/palettes-store.ts';
import type { ExportWaiters } from './tokens/export-waiters.ts';
import { createTokensMetrics } from './tokens/tokens-metrics.ts';
import type { TokensQueue } from './tokens/tokens-queue.ts';
import { createTokensRouter } from './tokens/tokens-router.ts';
import { createTokensService } from './tokens/tokens-service.ts';
import { createTokensStore } from './tokens/tokens-store.ts';
import { createThemePreviewRouter } from './themes/theme-preview-router.ts';
import { createThemesRouter } from './themes/themes-router.ts';
import { createThemesService } from './themes/themes-service.ts';
import { createThemesStore } from './themes/themes-store.ts';
import { createWorkspacesRouter } from './workspaces/workspaces-router.ts';
import { createWorkspacesService } from './workspaces/workspaces-service.ts';
import { createWorkspacesStore } from './workspaces/workspaces-store.ts';

export interface AppDeps {
  database: Database;
  identity: IdentityVerifier;
  logger: Logger;
  metrics: Metrics;
  /** Signs cursors and links to previews; 32 bytes. */
  secret: Buffer;
  /** How links are built: the address of the gateway, without a slash at the end. */
  publicUrl: string;
  trustProxy: number;
  /** Where exports are put for the worker, who waits for them here, and for how many seconds results are kept. */
  exports: { queue: TokensQueue; waiters: ExportWaiters; lifetime: number };
  health?: Health;
}

/** Puts the service together. */
export const createApp = (deps: AppDeps): Express => {
  const { database, secret } = deps;
  const cursors = createCursors(secret);
  const idempotency = createIdempotency(createIdempotencyStore(database));

  const workspaces = createWorkspacesService({ store: createWorkspacesStore(database), cursors });
  const palettes = createPalettesService({ store: createPalettesStore(database), workspaces, cursors });
  const contrast = createContrastService({ palettes });
  const themes = createThemesService({
    store: createThemesStore(database),
    palettes,
    workspaces,
    cursors,
    links: createTokenSigner(secret),
    publicUrl: deps.publicUrl,
  });
  const tokens = createTokensService({
    store: createTokensStore(database),
    ...deps.exports,
    sources: {
      palette: (organisation, id) => palettes.show(organisation, id),
      theme: async (organisation, id) => (await themes.show(organisation, id)).theme,
    },
    formats,
    metrics: createTokensMetrics(deps.metrics),
  });

  return createServiceApp({
    title: 'Palettes, design tokens and themes',
    dialect: envelopeDialect,
    routers: [
      createPalettesRouter({ palettes, idempotency }),
      createContrastRouter({ contrast }),
      createTokensRouter({ tokens, idempotency, formats, publicUrl: deps.publicUrl }),
      createThemesRouter({ themes, idempotency }),
      createWorkspacesRouter({ workspaces, idempotency }),
    ],
    pages: [createThemePreviewRouter({ themes })],
    identity: deps.identity,
    logger: deps.logger,
    metrics: deps.metrics,
    health: deps.health ?? createHealth({ database: () => database.raw('SELECT 1').then(() => undefined) }),
    trustProxy: deps.trustProxy,
  });
};
