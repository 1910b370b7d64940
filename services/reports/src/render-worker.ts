import { runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { serveRenderer } from './browser/serve-renderer.ts';
import { rendererVariables } from './config.ts';
import type { RendererConfig } from './config.ts';

// Renders and prints pages in a separate container, which has no network and no secrets.
const start = async ({ config, logger }: ProcessContext<RendererConfig>): Promise<RunningProcess> => {
  const close = await serveRenderer({ folder: config.RENDERER_FOLDER, env: process.env, logger });
  logger.info({ folder: config.RENDERER_FOLDER }, 'the renderer is ready');
  return { closing: [['renderer', close]] };
};

await runProcess({ name: 'reports-renderer', variables: rendererVariables, environment: process.env }, start);
