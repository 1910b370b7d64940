import { readFile } from 'node:fs/promises';

import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = (file: string): Promise<string> => readFile(new URL(file, root), 'utf8');

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

export const DASHBOARDS = ['gateway', 'analytics', 'reports', 'palette', 'queues', 'postgresql'];

/** Served by prom-client, PostgreSQL's exporter and Prometheus itself. */
export const FOREIGN = /^(?:nodejs|process|pg|node|up)(?:_|$)/;

export const panelsOf = async (dashboard: string): Promise<Panel[]> =>
  (JSON.parse(await read(`docs/grafana/${dashboard}.json`)) as { panels: Panel[] }).panels;

const alertRules = async (): Promise<{ alert: string; expr: string }[]> => {
  const { groups } = parse(await read('deploy/monitoring/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
};

/** The queries of the alert rules. */
export const alertQueries = async (): Promise<string[]> => (await alertRules()).map(({ expr }) => expr);

/** The query of an alert. @throws if there is none of that name */
export const alertQuery = async (name: string): Promise<string> => {
  const rule = (await alertRules()).find(({ alert }) => alert === name);
  if (rule === undefined) throw new Error(`There is no alert ${name}.`);
  return rule.expr;
};

/** The metrics that a query names, a histogram by its own name. */
export const metricsIn = (query: string): string[] =>
  [
    ...query.replaceAll(/\bby \([^)]*\)|\{[^}]*\}|\[[^\]]*\]/g, '').matchAll(/\b[a-z]\w*\b(?!\s*\()/g),
  ].flatMap(([name]) => (name.includes('_') ? [name.replace(/_(bucket|sum|count)$/, '')] : []));

/** The labels that a query selects or groups by. `le` comes with every histogram. */
export const labelsIn = (query: string): string[] => {
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/));
  const selected = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) =>
    [...inner.matchAll(/(\w+)\s*[=!]/g)].map(([, name = '']) => name),
  );
  return [...new Set([...grouped, ...selected])].filter((name) => name !== '' && name !== 'le');
};
