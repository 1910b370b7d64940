import { spawnSync } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

import { portOf, readDeclared } from '../src/render/process-settings.ts';
import { processRows } from '../src/services.ts';
import { DASHBOARDS, FOREIGN, metricsIn, panelsOf } from './dashboards.ts';
import { readCompose } from './read-compose.ts';

const root = new URL('../../../', import.meta.url);
const path = fileURLToPath(root);
const read = (file: string): Promise<string> => readFile(new URL(file, root), 'utf8');

describe.each(DASHBOARDS)('the dashboard %s', (name) => {
  it('asks for metrics that a process serves', async () => {
    let sources = '';
    for await (const file of glob('{gateway,services/*,packages/http}/src/**/*.ts', { cwd: path }))
      sources += await read(file);
    const panels = await panelsOf(name);
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    expect(asked.length).toBeGreaterThanOrEqual(panels.length);
    expect(asked.filter((metric) => !FOREIGN.test(metric) && !sources.includes(metric))).toEqual([]);
  });

  it('has no overlapping panels', async () => {
    const panels = await panelsOf(name);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

it('Prometheus collects from every process of docker-compose.yml, on its port', async () => {
  const { services } = readCompose('docker-compose.yml');
  const { scrape_configs: configs } = parse(await read('deploy/monitoring/prometheus.yml')) as {
    scrape_configs: { dns_sd_configs?: { names: string[]; port: number }[] }[];
  };
  const collected = configs.flatMap(({ dns_sd_configs: places = [] }) =>
    places.map(({ names, port }) => `${names.join()}:${port}`),
  );
  const declared = await readDeclared();
  const processes = processRows()
    // The renderer has no network to be asked over.
    .filter(({ name }) => services[name]?.network_mode !== 'none')
    .map(({ name }) => {
      const { PORT, METRICS_PORT } = services[name]?.environment ?? {};
      return `${name}:${name === 'gateway' ? METRICS_PORT : (PORT ?? portOf(declared, name))}`;
    });
  expect(collected.sort()).toEqual(processes.sort());
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  process.stderr.write('Skipped: promtool on rules and queries. There is no promtool on the PATH.\n');

(hasPromtool ? it : it.skip)('promtool finds no fault in the rules and the queries', async () => {
  const check = (...words: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: path, encoding: 'utf8' });
    return { status, output: status === 0 ? '' : `${stdout}${stderr}` };
  };
  expect(check('check', 'rules', 'deploy/monitoring/alerts.yml')).toEqual({ status: 0, output: '' });
  const panels = (await Promise.all(DASHBOARDS.map(panelsOf))).flat();
  const rules = panels.flatMap(({ targets }) =>
    targets.map(({ expr }, index) => ({ record: `query_${index}`, expr })),
  );
  // A group of recording rules is how promtool reads queries without a server.
  const folder = await mkdtemp(join(tmpdir(), 'platform-rules-'));
  try {
    const file = join(folder, 'queries.json');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(check('check', 'rules', '--lint=none', file)).toEqual({ status: 0, output: '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
