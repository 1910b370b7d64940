import { readFile } from 'node:fs/promises';

import { createMetrics } from '@platform/runtime';
import request from 'supertest';

import { startAnalytics } from '../harness.ts';

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

const docs = (file: string): Promise<string> =>
  readFile(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');

/**
 * Names of metrics in a query: what is followed by labels or a range, or stands alone; not
 * functions, and no labels.
 */
const metricsIn = (expr: string): string[] =>
  [...expr.replaceAll(/\bby \([^)]*\)|\{[^}]*\}/g, '').matchAll(/\b[a-z]\w*\b(?!\s*\()/g)].flatMap(
    ([name]) => (name.includes('_') ? [name.replace(/_(bucket|sum|count)$/, '')] : []),
  );

let panels: Panel[];
let metrics: string;
beforeAll(async () => {
  panels = (JSON.parse(await docs('grafana/analytics.json')) as { panels: Panel[] }).panels;
  const platform = await startAnalytics({ metrics: createMetrics({ service: 'analytics' }) });
  const site = await platform.createWebsite();
  await platform.beacon({ k: site.site_key, u: `https://${site.domain}/` });
  metrics = (await request(platform.server).get('/metrics')).text;
  await platform.stop();
});

const known = (): ReadonlySet<string | undefined> =>
  new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

describe('the Grafana dashboard', () => {
  it('queries metrics that the service has', () => {
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(asked).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(asked.length).toBeGreaterThan(panels.length);
    expect(asked.filter((name) => !known().has(name))).toEqual([]);
  });

  it('does not add up figures that every instance reads from the same database', () => {
    const shared = /analytics_(newest|rollup|partitions|storage|dropped|email)/;
    for (const { expr } of panels.flatMap(({ targets }) => targets))
      if (shared.test(expr)) expect(expr).toMatch(/^(max|min)\b/);
  });

  it('has no overlapping panels', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

it('documents every metric of the service', async () => {
  const text = await docs('operations.md');
  const own = [...known()].filter((name) => name?.startsWith('analytics_'));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
  const named = [...text.matchAll(/`(analytics_[a-z_]+)/g)].map(([, name]) => name);
  expect(named.filter((name) => !known().has(name))).toEqual([]);
});
