import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

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
  const titles = [...(await read('docs/runbooks.md')).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const alerts = await rules();
  expect(titles).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

it('alerts look at metrics that a process serves', async () => {
  let sources = '';
  for await (const file of glob('{gateway,services/*}/src/**/*.ts', { cwd: fileURLToPath(root) }))
    sources += await read(file);
  const used = (await rules()).flatMap(
    ({ expr }) => expr.match(/\b(?:gateway|analytics|palette)_\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(8);
  const isServed = (name: string): boolean => sources.includes(`'${name.replace(/_count$/, '')}'`);
  expect(used.filter((name) => !isServed(name))).toEqual([]);
});
