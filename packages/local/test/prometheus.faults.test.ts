import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { startChild } from '../src/child.ts';
import type { Child } from '../src/child.ts';
import { moduleOf, startTemporaryPlatform, waitUntilReady } from '../src/index.ts';
import type { Platform } from '../src/index.ts';

import { hasPrometheus, runPrometheus } from './run-prometheus.ts';
import type { Prometheus } from './run-prometheus.ts';

const TITLE = 'Prometheus by the committed configuration';
if (!hasPrometheus()) sayIsSkipped(TITLE, 'There is no prometheus on the PATH.');

const PATIENCE_MILLISECONDS = 120_000;

interface Targets {
  activeTargets: { health: string; lastError: string; labels: Record<string, string> }[];
}
interface RuleGroups {
  groups: { rules: { name: string; health: string; lastError?: string }[] }[];
}
interface Found {
  result: { metric: Record<string, string> }[];
}
interface Alerts {
  alerts: { state: string; labels: Record<string, string> }[];
}

(hasPrometheus() ? describe : describe.skip)(TITLE, () => {
  let platform: Platform;
  let worker: Child;
  let prometheus: Prometheus;

  beforeAll(async () => {
    const [metricsPort, workerPort] = [await freePort(), await freePort()];
    platform = await startTemporaryPlatform({
      PATH: process.env['PATH'],
      LOG_LEVEL: 'fatal',
      METRICS_PORT: String(metricsPort),
    });
    worker = startChild({
      name: 'reports-worker',
      module: moduleOf('reports', 'src/worker.ts'),
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: platform.databases.reports,
        PORT: String(workerPort),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
      },
    });
    await waitUntilReady(worker, workerPort);
    const ports: Record<string, number> = {
      ...platform.ports,
      gateway: metricsPort,
      'reports-worker': workerPort,
    };
    prometheus = await runPrometheus((name) => ports[name] ?? 0);
  }, PATIENCE_MILLISECONDS * 2);
  afterAll(async () => {
    await prometheus.stop();
    await worker.stop();
    await platform.stop();
  });

  const firing = async (): Promise<Record<string, string>[]> =>
    (await prometheus.ask<Alerts>('/alerts')).alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels);

  it(
    'collects from every process, and evaluates every rule',
    async () => {
      await eventually(async () => {
        const { activeTargets } = await prometheus.ask<Targets>('/targets');
        const seen = activeTargets.map(({ labels, health, lastError }) => ({
          name: labels['process'],
          health,
          lastError,
        }));
        expect(seen.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(
          prometheus.names.toSorted().map((name) => ({ name, health: 'up', lastError: '' })),
        );
      }, PATIENCE_MILLISECONDS);
      await eventually(async () => {
        const { groups } = await prometheus.ask<RuleGroups>('/rules');
        const rules = groups.flatMap((group) => group.rules);
        expect(rules.length).toBeGreaterThan(10);
        expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
      }, PATIENCE_MILLISECONDS);
    },
    PATIENCE_MILLISECONDS * 2,
  );

  it(
    'hears from palette of exports that wait when no worker is left',
    async () => {
      await platform.children.find(({ name }) => name === 'palette-worker')?.stop();
      await eventually(async () => {
        const { result } = await prometheus.ask<Found>('/query?query=palette_exports_oldest_seconds');
        expect(result.map(({ metric }) => metric['process'])).toEqual(['palette']);
      }, PATIENCE_MILLISECONDS);
    },
    PATIENCE_MILLISECONDS * 2,
  );

  it(
    'warns of a service that has stopped, and of the gateway that does without it',
    async () => {
      // A rule may have been evaluated before the first answer of the gateway.
      await eventually(async () => {
        expect((await firing()).filter(({ severity }) => severity === 'page')).toEqual([]);
      }, PATIENCE_MILLISECONDS);
      await platform.children.find(({ name }) => name === 'palette')?.stop();
      await eventually(async () => {
        const headers = { Authorization: `Bearer ${platform.key}` };
        const { status } = await fetch(`${platform.url}/v1/workspaces`, { headers });
        expect([502, 503]).toContain(status);
        const alerts = await firing();
        expect(alerts).toContainEqual(
          expect.objectContaining({ alertname: 'ProcessAway', process: 'palette' }),
        );
        expect(alerts).toContainEqual(
          expect.objectContaining({ alertname: 'ServiceUnreachable', area: 'palette' }),
        );
      }, PATIENCE_MILLISECONDS);
    },
    PATIENCE_MILLISECONDS * 2,
  );

  it(
    'pages for a gateway that is gone',
    async () => {
      await platform.children.find(({ name }) => name === 'gateway')?.stop();
      await eventually(async () => {
        expect(await firing()).toContainEqual(
          expect.objectContaining({ alertname: 'GatewayAway', severity: 'page' }),
        );
      }, PATIENCE_MILLISECONDS);
    },
    PATIENCE_MILLISECONDS * 2,
  );
});
