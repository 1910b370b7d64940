import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createMetrics } from '@platform/runtime';
import type { Metrics } from '@platform/runtime';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const rules = async (): Promise<Rule[]> => {
  const { groups } = parse(await read('deploy/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
};

it('every alert has its own runbook, and every runbook its alert', async () => {
  const titles = [...(await read('docs/faults.md')).matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  const alerts = await rules();
  expect(titles).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook).toBe(`docs/faults.md#${alert.toLowerCase()}`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

it('palette and its workers tell of exports that wait, and of all else while PostgreSQL is away', async () => {
  for (const file of ['app.ts', 'exports/worker-metrics.ts'])
    expect(await read(`services/palette/src/${file}`)).toContain('observeBacklog(');
  const path = new URL('services/palette/src/exports/worker-metrics.ts', root).href;
  const { observeBacklog } = (await import(path)) as {
    observeBacklog: (registry: Metrics, backlog: () => Promise<object>) => void;
  };
  const registry = createMetrics({ service: 'palette', withProcess: false });
  let isAway = false;
  let looks = 0;
  observeBacklog(registry, () => {
    looks += 1;
    return isAway
      ? Promise.reject(new Error('away'))
      : Promise.resolve({ queued: 2, processing: 1, oldestSeconds: 3 });
  });
  expect((await registry.metrics()).match(/^palette_.+/gm)).toEqual([
    'palette_exports_oldest_seconds{service="palette"} 3',
    'palette_exports_unfinished{status="queued",service="palette"} 2',
    'palette_exports_unfinished{status="processing",service="palette"} 1',
  ]);
  expect(looks).toBe(1);
  isAway = true;
  expect((await registry.metrics()).match(/^palette_.+/gm)).toBeNull();
});

it('alerts look at metrics that a process serves', async () => {
  let sources = '';
  for await (const file of glob('{gateway,services/*}/src/**/*.ts', { cwd: fileURLToPath(root) }))
    sources += await read(file);
  const used = (await rules()).flatMap(
    ({ expr }) => expr.match(/\b(?:gateway|analytics|reports|palette)_\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(8);
  const isServed = (name: string): boolean => sources.includes(`'${name.replace(/_count$/, '')}'`);
  expect(used.filter((name) => !isServed(name))).toEqual([]);
});
