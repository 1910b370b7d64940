import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sayIsSkipped } from '@platform/testing';
import { parse } from 'yaml';

import { PROCESSES } from '../../src/services.ts';
import { FOLDER, manifestsIn } from './read-manifests.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, FOLDER), 'utf8');

interface Metric {
  type: string;
  external?: { metric: { name: string } };
}
interface Rule {
  seriesQuery: string;
  metricsQuery: string;
}

const BACKLOGS = [
  {
    component: 'export-backlog',
    worker: 'palette-worker',
    source: 'palette/src/exports/worker-metrics.ts',
    series: ['{status="queued"} 100', '{status="processing"} 8'],
    total: 108,
  },
  {
    component: 'report-backlog',
    worker: 'reports-worker',
    source: 'reports/src/generation/generation-store.ts',
    series: ['{} 108'],
    total: 108,
  },
];

/** The rules of prometheus-adapter's values, by the metric that each asks for. */
const rulesOf = async (): Promise<Map<string, Rule>> => {
  const { rules } = parse(await read('adapter-values.yaml')) as { rules: { external: Rule[] } };
  return new Map(rules.external.map((rule) => [/__name__="(\w+)"/.exec(rule.seriesQuery)?.[1] ?? '', rule]));
};

/** Returns what the component adds to an autoscaler. */
const scalerOf = async (component: string) => {
  const [found] = (await manifestsIn(`components/${component}/kustomization.yaml`)) as unknown as {
    patches: { target: object; patch: string }[];
  }[];
  const [{ target, patch }] = found?.patches as [{ target: object; patch: string }];
  const [{ path, value }] = parse(patch) as [{ path: string; value: Metric }];
  return { target, path, type: value.type, name: value.external?.metric.name ?? '' };
};

const TITLE = 'the adapter’s query';
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) sayIsSkipped(TITLE, 'There is no promtool on the PATH.');

export const describeScaling = (): void => {
  describe('the autoscalers', () => {
    it('scales by what every cluster has, unless a component is named', async () => {
      for (const name of Object.keys(PROCESSES)) {
        const scaler = (await manifestsIn(`base/${name}.yaml`)).find(
          ({ kind }) => kind === 'HorizontalPodAutoscaler',
        );
        const metrics = scaler?.spec.metrics as Metric[];
        expect([name, ...metrics.map(({ type }) => type)]).toEqual([name, 'Resource']);
      }
    });

    it.each(BACKLOGS)('$worker scales by how much waits, which is told and served', async (backlog) => {
      const { name, ...added } = await scalerOf(backlog.component);
      expect(added).toEqual({
        target: { kind: 'HorizontalPodAutoscaler', name: backlog.worker },
        path: '/spec/metrics/-',
        type: 'External',
      });
      expect([...(await rulesOf()).keys()]).toContain(name);
      expect(await read(`../../services/${backlog.source}`)).toContain(`'${name}'`);
    });

    it('one file has the adapter’s rules for every component, in fields that it knows', async () => {
      // Helm takes the list of the last file of values only, so components can't have separate files.
      const values = parse(await read('adapter-values.yaml')) as { rules: { external: object[] } };
      expect(values.rules.external.length).toBe(BACKLOGS.length);
      const rule = {
        seriesQuery: expect.any(String) as string,
        resources: { overrides: { namespace: { resource: 'namespace' } } },
        metricsQuery: expect.any(String) as string,
      };
      expect(values).toEqual({ rules: { external: BACKLOGS.map(() => rule) } });
    });

    (hasPromtool ? describe : describe.skip)(TITLE, () => {
      it.each(BACKLOGS)('finds the same $component, however many processes tell of it', async (backlog) => {
        const { name } = await scalerOf(backlog.component);
        const expr = ((await rulesOf()).get(name)?.metricsQuery ?? '')
          .replace('<<.Series>>', name)
          .replace('<<.LabelMatchers>>', 'namespace="platform"');
        const input_series = ['service', 'worker-1', 'worker-2', 'worker-3'].flatMap((pod) =>
          backlog.series.map((one) => {
            const [labels = '', values = ''] = one.split('} ');
            const others = labels.slice(1) === '' ? '' : `,${labels.slice(1)}`;
            return { series: `${name}{namespace="platform",pod="${pod}"${others}}`, values };
          }),
        );
        const promql_expr_test = [
          { expr, eval_time: '0m', exp_samples: [{ labels: '{}', value: backlog.total }] },
        ];
        const folder = await mkdtemp(join(tmpdir(), 'platform-adapter-'));
        try {
          const file = join(folder, 'test.json');
          await writeFile(
            file,
            JSON.stringify({ rule_files: [], tests: [{ interval: '1m', input_series, promql_expr_test }] }),
          );
          const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
            encoding: 'utf8',
          });
          expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({
            status: 0,
            output: '',
          });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    });
  });
};
