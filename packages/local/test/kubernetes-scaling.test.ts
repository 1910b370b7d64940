import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sayIsSkipped } from '@platform/testing';
import { parse } from 'yaml';

import { FOLDER, manifestsIn } from './kubernetes-manifests.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, FOLDER), 'utf8');

interface Metric {
  type: string;
  external?: { metric: { name: string } };
}
interface Rule {
  seriesQuery: string;
  metricsQuery: string;
}

const ruleOf = async (): Promise<Rule | undefined> => {
  const { rules } = parse(await read('components/export-backlog/adapter-values.yaml')) as {
    rules: { external: Rule[] };
  };
  return rules.external[0];
};

it('scales by what every cluster has, unless a component is named', async () => {
  for (const name of ['gateway', 'analytics', 'reports', 'reports-worker', 'palette', 'palette-worker']) {
    const scaler = (await manifestsIn(`base/${name}.yaml`)).find(
      ({ kind }) => kind === 'HorizontalPodAutoscaler',
    );
    const metrics = scaler?.spec.metrics as Metric[];
    expect([name, ...metrics.map(({ type }) => type)]).toEqual([name, 'Resource']);
  }
});

it('workers of exports scale by how many wait, which they tell and the adapter serves', async () => {
  const [component] = (await manifestsIn('components/export-backlog/kustomization.yaml')) as unknown as {
    patches: { target: object; patch: string }[];
  }[];
  const [{ target, patch }] = component?.patches as [{ target: object; patch: string }];
  expect(target).toEqual({ kind: 'HorizontalPodAutoscaler', name: 'palette-worker' });
  const [{ path, value }] = parse(patch) as [{ path: string; value: Metric }];
  expect([path, value.type]).toEqual(['/spec/metrics/-', 'External']);
  const name = value.external?.metric.name ?? '';
  expect((await ruleOf())?.seriesQuery).toContain(`__name__="${name}"`);
  expect(await read('../../services/palette/src/exports/backlog-metrics.ts')).toContain(`'${name}'`);
});

const TITLE = 'the adapter’s query';
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) sayIsSkipped(TITLE, 'There is no promtool on the PATH.');

(hasPromtool ? describe : describe.skip)(TITLE, () => {
  it('finds the same backlog, however many processes tell of it', async () => {
    const query = (await ruleOf())?.metricsQuery ?? '';
    const expr = query
      .replace('<<.Series>>', 'palette_exports_unfinished')
      .replace('<<.LabelMatchers>>', 'namespace="platform"');
    const input_series = ['palette-1', 'worker-1', 'worker-2', 'worker-3'].flatMap((pod) => [
      {
        series: `palette_exports_unfinished{namespace="platform",pod="${pod}",status="queued"}`,
        values: '100',
      },
      {
        series: `palette_exports_unfinished{namespace="platform",pod="${pod}",status="processing"}`,
        values: '8',
      },
    ]);
    const promql_expr_test = [{ expr, eval_time: '0m', exp_samples: [{ labels: '{}', value: 108 }] }];
    const folder = await mkdtemp(join(tmpdir(), 'platform-adapter-'));
    try {
      const file = join(folder, 'test.json');
      await writeFile(
        file,
        JSON.stringify({ rule_files: [], tests: [{ interval: '1m', input_series, promql_expr_test }] }),
      );
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
