import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { startChild } from '../src/child.ts';
import type { Child } from '../src/child.ts';
import { moduleOf, startTemporaryPlatform, waitUntilReady } from '../src/index.ts';
import type { Platform } from '../src/index.ts';

import { alertQueries, alertQuery, DASHBOARDS, labelsIn, metricsIn, panelsOf } from './dashboards.ts';
import { hasExporters, runExporters } from './run-exporters.ts';
import type { Exporters } from './run-exporters.ts';
import { hasPrometheus, runPrometheus } from './run-prometheus.ts';
import type { Prometheus } from './run-prometheus.ts';

const TITLE = 'Prometheus by the committed configuration';
if (!hasPrometheus()) sayIsSkipped(TITLE, 'There is no prometheus on the PATH.');

const withExporters = hasPrometheus() && hasExporters();
const OF_EXPORTERS = 'the metrics of PostgreSQL and of the disk';
if (!withExporters)
  sayIsSkipped(
    OF_EXPORTERS,
    'They take prometheus, prometheus-postgres-exporter and prometheus-node-exporter on the PATH.',
  );

const PATIENCE_MILLISECONDS = 120_000;

const IN_TROUBLE = /gateway_(upstream_|rate_limited_)|analytics_(email_deliveries|dropped_requests)/;

/** Debian's exporter is older than compose's, and has another name for it. */
const NEWER = /\bpg_replication_lag_seconds\b/;

interface Targets {
  activeTargets: { health: string; lastError: string; labels: Record<string, string> }[];
}
interface RuleGroups {
  groups: { rules: { name: string; health: string; lastError?: string }[] }[];
}
interface Found {
  result: { metric: Record<string, string> }[];
}
interface Metadata {
  metric: string;
}
interface Alerts {
  alerts: { state: string; labels: Record<string, string> }[];
}

(hasPrometheus() ? describe : describe.skip)(TITLE, () => {
  let platform: Platform;
  let worker: Child;
  let prometheus: Prometheus;
  let exporters: Exporters | undefined;

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
    if (withExporters) exporters = await runExporters(process.env['TEST_POSTGRES_URL'] ?? '');
    prometheus = await runPrometheus((name) => ports[name] ?? 0, exporters?.ports ?? {});
  }, PATIENCE_MILLISECONDS * 2);
  afterAll(async () => {
    await prometheus.stop();
    await exporters?.stop();
    await worker.stop();
    await platform.stop();
  });

  const call = async (path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${platform.url}${path}`, {
      headers: { Authorization: `Bearer ${platform.key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };

  /** Has each service count something. */
  const useEverything = async (): Promise<void> => {
    const website = await call('/api/v1/websites', { domain: 'shop.example', exclude_bots: 0 });
    const { site_key } = ((await website.json()) as { data: { site_key: string } }).data;
    await call('/collect', { k: site_key, n: 'pageview', u: 'https://shop.example/' });
    await call('/api/v1/reports', { url: `${platform.url}/docs` });
    const palette = await call('/v1/palettes', { base_color: '#3366cc', harmony: 'triadic' });
    const { data } = (await palette.json()) as { data: { id: string } };
    await call('/v1/tokens/export', { palette_id: data.id, format: 'css' });
  };

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
          name: labels['process'] ?? labels['job'],
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
    'is served every metric and label that a dashboard or a rule asks for',
    async () => {
      const panels = (await Promise.all(DASHBOARDS.map(panelsOf))).flat();
      const queries = [
        ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
        ...(await alertQueries()),
      ].filter((query) => (withExporters ? !NEWER.test(query) : !/\b(pg|node)_/.test(query)));
      const asked = new Set(queries.flatMap(metricsIn));
      expect(asked.size).toBeGreaterThan(30);
      const metadata = await prometheus.ask<Metadata[]>('/targets/metadata');
      const served = new Set(metadata.flatMap(({ metric }) => [metric, ...metricsIn(metric)]));
      expect([...asked].filter((name) => !served.has(name))).toEqual([]);

      await useEverything();
      // The report and the export take a while, and so does the next collection.
      await eventually(async () => {
        const unknown: string[] = [];
        const unseen: string[] = [];
        for (const query of queries) {
          const labels = labelsIn(query);
          const names = metricsIn(query).join('|');
          if (labels.length === 0 || names === '') continue;
          const match = encodeURIComponent(`{__name__=~"(${names})(_bucket|_sum|_count)?"}`);
          const series = await prometheus.ask<Record<string, string>[]>(`/series?match[]=${match}`);
          const known = new Set(series.flatMap((one) => Object.keys(one)));
          if (series.length === 0) unseen.push(query);
          else
            unknown.push(...labels.filter((label) => !known.has(label)).map((label) => `${label}: ${query}`));
        }
        expect(unknown).toEqual([]);
        // The rest is counted only in trouble, and by e-mails.
        expect(unseen.filter((query) => !IN_TROUBLE.test(query))).toEqual([]);
      }, PATIENCE_MILLISECONDS);
    },
    PATIENCE_MILLISECONDS * 2,
  );

  (withExporters ? it : it.skip)(
    `decides by ${OF_EXPORTERS}`,
    async () => {
      const rules = [await alertQuery('DiskFills'), await alertQuery('ConnectionsRunOut')];
      for (const condition of rules.flatMap((rule) => rule.split(/\bor\b/))) {
        // With `bool`, a comparison that has something to compare answers even when it is false.
        const query = encodeURIComponent(condition.replace(/ ([<>]) /, ' $1 bool '));
        await eventually(async () => {
          const { result } = await prometheus.ask<Found>(`/query?query=${query}`);
          expect({ condition, hasAnswer: result.length > 0 }).toEqual({ condition, hasAnswer: true });
        }, PATIENCE_MILLISECONDS);
      }
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
        const pages = (await firing()).filter(({ severity }) => severity === 'page');
        // A disk's state in days can't be predicted from seconds.
        expect(pages.filter(({ alertname }) => alertname !== 'DiskFills')).toEqual([]);
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
