import { readFile } from 'node:fs/promises';
import { BEHIND_GATEWAY, folderOf, processRows, ROOT } from '../services.ts';
import { readDeclared } from './process-settings.ts';
import {
  kustomizationRegions,
  renderDeployment,
  renderExternalSecrets,
  renderJobs,
  renderMonitors,
} from './render-kubernetes.ts';
import { renderPolicies } from './render-policies.ts';
import {
  composeRegions,
  prometheusRegions,
  renderSecrets,
  renderServiceSettings,
  renderSettings,
  secretsRegions,
} from './render-compose.ts';

const KUBERNETES = 'deploy/kubernetes';

const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

/**
 * Every file that follows from the table of processes and from the settings that they declare, by its path from the
 * root of the repository. Files with marked regions keep the rest of what they are.
 */
export const renderFiles = async (): Promise<Map<string, string>> => {
  const declared = await readDeclared();
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const whole: [path: string, text: string][] = [
    ['deploy/compose/settings.env', renderSettings(declared)],
    ['deploy/compose/secrets.env', renderSecrets()],
    ...BEHIND_GATEWAY.map((name): [string, string] => [
      `${folderOf(name)}/settings.env`,
      renderServiceSettings(declared, name),
    ]),
    ...processRows().map((row): [string, string] => [
      `${KUBERNETES}/base/${row.name}.yaml`,
      renderDeployment(declared, row),
    ]),
    [`${KUBERNETES}/base/process-policies.yaml`, renderPolicies(declared)],
    [`${KUBERNETES}/migrations/jobs.yaml`, renderJobs()],
    [`${KUBERNETES}/components/monitoring/service-monitors.yaml`, renderMonitors()],
    [`${KUBERNETES}/components/external-secrets/external-secrets.yaml`, renderExternalSecrets(declared)],
  ];
  const { base, migrations, singleMachine, production } = kustomizationRegions(version);
  const regions: [path: string, regions: Record<string, string[]>][] = [
    ['docker-compose.yml', composeRegions(declared, version)],
    ['deploy/compose/secrets.sh', secretsRegions(declared)],
    ['deploy/monitoring/prometheus.yml', prometheusRegions(declared)],
    [`${KUBERNETES}/base/kustomization.yaml`, base],
    [`${KUBERNETES}/migrations/kustomization.yaml`, migrations],
    [`${KUBERNETES}/overlays/single-machine/kustomization.yaml`, singleMachine],
    [`${KUBERNETES}/overlays/production/kustomization.yaml`, production],
  ];
  const partly = regions.map(async ([path, parts]): Promise<[string, string]> => [
    path,
    withRegions(path, await read(path), parts),
  ]);
  return new Map([...whole, ...(await Promise.all(partly))]);
};

/**
 * Replaces the marked regions of a file that is otherwise written by hand: the lines between
 * `# (rendered: NAME)` and `# (end)`, which keep the indentation of the mark.
 * @throws if a region is missing from the text, or the text has one that nobody renders
 */
export const withRegions = (
  path: string,
  text: string,
  regions: Readonly<Record<string, readonly string[]>>,
): string => {
  const seen = new Set<string>();
  const replaced = text.replaceAll(
    /^( *)(# \(rendered: ([\w-]+)\))\n[\s\S]*?^ *# \(end\)$/gm,
    (_all, indent: string, mark: string, name: string) => {
      const lines = regions[name];
      if (lines === undefined) throw new Error(`${path}: nothing renders the region "${name}".`);
      seen.add(name);
      const body = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
      return `${indent}${mark}\n${body}${indent}# (end)`;
    },
  );
  const missing = Object.keys(regions).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`${path} has no region "${missing.join('", "')}".`);
  return replaced;
};
