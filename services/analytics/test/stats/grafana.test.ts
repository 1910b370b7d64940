import { readFile } from 'node:fs/promises';

import request from 'supertest';

import { startPlatform } from '../harness.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

it('the Grafana dashboard asks for metrics that the service has', async () => {
  const file = new URL('../../../../docs/grafana/analytics.json', import.meta.url);
  const dashboard = JSON.parse(await readFile(file, 'utf8')) as Dashboard;
  const platform = await startPlatform();
  const { text } = await request(platform.server).get('/metrics');
  await platform.stop();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) =>
      [...expr.matchAll(/\banalytics_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    ),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});
