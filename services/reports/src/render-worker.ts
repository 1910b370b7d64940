import { createHealth, createProbeApp } from '@platform/http';
import { createMetrics, listen, runProcess } from '@platform/runtime';
import type { ProcessContext, RunningProcess } from '@platform/runtime';

import { serveRenderer } from './browser/serve-renderer.ts';
import { rendererVariables } from './config.ts';
import type { RendererConfig } from './config.ts';

// Renders and prints pages in a separate container, which has no secrets, and no network but what leads to workers.
const start = async ({ config, logger }: ProcessContext<RendererConfig>): Promise<RunningProcess> => {
  const { PORT, HOST, RENDERER_FOLDER: folder, RENDERER_PORT } = config;
  const at = folder === undefined ? { host: HOST, port: RENDERER_PORT } : { folder };
  const close = await serveRenderer({ at, env: process.env, logger });
  const health = createHealth({});
  const probes = createProbeApp({ health, metrics: createMetrics({ service: 'reports-renderer' }), logger });
  const server = await listen(probes, { port: PORT, host: HOST });
  logger.info({ health: server.port, ...at }, 'the renderer is ready');
  return {
    closing: [
      ['health', health.drain],
      ['renderer', close],
      ['server', () => server.close()],
    ],
  };
};

await runProcess({ name: 'reports-renderer', variables: rendererVariables, environment: process.env }, start);
