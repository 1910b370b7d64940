import { readFile } from 'node:fs/promises';

import { BEHIND_GATEWAY, folderOf, processRows, ROOT } from '../services.ts';
import type { ProcessName, ServiceName } from '../services.ts';
import { readDeclared } from './process-settings.ts';
import type { Declared } from './process-settings.ts';
import {
  composeRegions,
  prometheusRegions,
  renderSecrets,
  renderServiceSettings,
  renderSettings,
  secretsRegions,
} from './render-compose.ts';
import {
  BY,
  indent,
  kustomizationRegions,
  renderDeployment,
  renderExternalSecrets,
  renderJobs,
  renderMonitors,
} from './render-kubernetes.ts';

const pods = (name: string): string =>
  `{ podSelector: { matchLabels: { app.kubernetes.io/name: ${name} } } }`;

const policy = (
  name: string,
  selector: string,
  { to, from, port }: { to?: readonly string[]; from?: readonly string[]; port?: string },
): string => `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: ${selector} } }
  policyTypes: [${to ? 'Egress' : 'Ingress'}]
  ${to ? 'egress' : 'ingress'}:
    - ${to ? 'to' : 'from'}:
${indent(
  (to ?? from ?? []).map((peer) => `- ${peer}`),
  8,
)}
${port === undefined ? '' : `      ports:\n        - { protocol: TCP, port: ${port} }\n`}`;

/** Private addresses, the metadata address, and those that lead nowhere. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.168.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
];

const toInternet = (name: string, process: string): string => `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: ${process} } }
  policyTypes: [Egress]
  egress:
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except:
              [
${indent(
  NOT_PUBLIC.map((block) => `${block},`),
  16,
)}
              ]
        - ipBlock: { cidr: 2000::/3 }
`;

/** Policies for access to the internet, where the addresses are that clients name. */
const INTERNET = {
  internet: 'internet',
  webhooks: 'internet-for-webhooks',
  pictures: 'internet-for-pictures',
};

/** The network policies between processes, and to the internet: who calls whom, by the settings that they declare. */
const renderPolicies = (declared: Declared): string => {
  const rows = processRows();
  const callers = (area: ServiceName): ProcessName[] =>
    rows.filter(({ name }) => `${area.toUpperCase()}_URL` in declared[name]).map(({ name }) => name);
  const askers = rows.filter(({ name }) => 'RENDERER_URL' in declared[name]).map(({ name }) => name);
  const calling = [...new Set(BEHIND_GATEWAY.flatMap(callers))];
  const renderer = 'reports-renderer';
  return [
    `${BY}\n# Who reaches whom: policies.yaml allows nothing, so that only this counts.\n`,
    ...calling.map((name) => policy(`from-${name}`, name, { to: BEHIND_GATEWAY.map(pods), port: 'http' })),
    ...BEHIND_GATEWAY.flatMap((area) => [
      policy(`to-${area}`, area, { from: callers(area).map(pods), port: 'http' }),
      policy(`key-for-${area}`, area, { to: [pods('gateway')], port: 'http' }),
    ]),
    '---\n# The renderer runs pages of strangers. It answers those who have pages to render or to print, and reaches the\n# guard of the worker that asks, which is its only way out.\n',
    policy('to-renderer', renderer, { from: askers.map(pods), port: 'tasks' }).slice('---\n'.length),
    policy('from-renderer', renderer, { to: [pods('reports-worker')], port: 'proxy' }),
    policy('renderer-to-guard', 'reports-worker', { from: [pods(renderer)], port: 'proxy' }),
    ...askers.map((name) => policy(`${name}-to-renderer`, name, { to: [pods(renderer)], port: 'tasks' })),
    '---\n# Only these reach the internet, and there public addresses only: the pages, webhooks and pictures that clients\n# name. Components let others out, by their ports.\n',
    ...Object.entries(INTERNET)
      .flatMap(([network, name]) =>
        rows
          .filter(({ networks }) => networks.some((one) => one === network))
          .map((row) => toInternet(name, row.name)),
      )
      .map((text, index) => (index === 0 ? text.slice('---\n'.length) : text)),
  ].join('');
};

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
