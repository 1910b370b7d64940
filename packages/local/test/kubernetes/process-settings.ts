import { migrationVariables, readDeclared } from '../../src/render/process-settings.ts';
import type { Variables } from '../../src/render/process-settings.ts';
import { PROCESSES } from '../../src/services.ts';
import type { ProcessName } from '../../src/services.ts';
import type { Manifest } from './read-manifests.ts';

/** Variables read by Node.js in every process, without a schema. */
export const OF_NODE = ['NODE_EXTRA_CA_CERTS'];

/** The settings that the process of a deployment, or a migration job, reads. */
export const settingsReadBy = async (name: string): Promise<Variables> => {
  if (name.endsWith('-migrate')) return migrationVariables;
  if (!(name in PROCESSES)) throw new Error(`The table of processes doesn’t have ${name}.`);
  return (await readDeclared())[name as ProcessName];
};

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
}
interface Source {
  prefix?: string;
  configMapRef?: { name: string };
}
export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: Variable[];
  envFrom?: Source[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

/** All containers of a deployment or a job, or of a patch of one. */
export const containersOf = ({ spec }: Manifest): Container[] => {
  const { initContainers = [], containers = [] } = (spec?.template?.spec ?? {}) as Record<
    string,
    Container[]
  >;
  return [...initContainers, ...containers];
};

/** How secrets name a setting. */
const keyOf = (setting: string): string => setting.toLowerCase().replaceAll('_', '-');

/** Lists what is wrong with a container's variable. */
const variableFaults = (known: Variables, { name, value, valueFrom }: Variable): string[] => {
  if (OF_NODE.includes(name)) return [];
  const setting = Object.hasOwn(known, name) ? name : name.replace(/_FILE$/, '');
  const schema = Object.hasOwn(known, setting) ? known[setting] : undefined;
  if (schema === undefined) return [`doesn’t read ${name}`];
  if (setting !== name) return value === `/secrets/${keyOf(setting)}` ? [] : [`${name} is ${String(value)}`];
  if (value === undefined)
    return valueFrom?.secretKeyRef?.key === keyOf(setting) ? [] : [`${name} has no value of its own`];
  const { error } = schema.validate(value);
  return error ? [`${name}: ${error.message}`] : [];
};

/**
 * Lists what is wrong with the variables of deployments and jobs: names that their process doesn't
 * read, values that it refuses, and keys of ConfigMaps that none of their readers reads.
 * @param manifests whole ones, patches, or both
 */
export const settingFaults = async (manifests: readonly Manifest[]): Promise<string[]> => {
  const maps = manifests.filter(({ kind }) => kind === 'ConfigMap');
  const unread = new Set(
    maps.flatMap(({ metadata, data = {} }) => Object.keys(data).map((key) => `${metadata.name}: ${key}`)),
  );
  const faults: string[] = [];
  for (const manifest of manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
    const known = await settingsReadBy(manifest.metadata.name);
    const add = (found: readonly string[]): void => {
      faults.push(...found.map((fault) => `${manifest.metadata.name}: ${fault}`));
    };
    for (const { env = [], envFrom = [] } of containersOf(manifest)) {
      add(env.flatMap((variable) => variableFaults(known, variable)));
      for (const { prefix, configMapRef } of envFrom) {
        const sources = maps.filter(({ metadata }) => metadata.name === configMapRef?.name);
        // The keys of a Secret are nowhere here, and a prefix would change all names.
        if (sources.length === 0 || prefix !== undefined) add(['envFrom names no ConfigMap that is here']);
        for (const { metadata, data = {} } of sources)
          for (const [name, value] of Object.entries(data))
            // Not every process reads what all of them get.
            if (Object.hasOwn(known, name)) {
              unread.delete(`${metadata.name}: ${name}`);
              add(variableFaults(known, { name, value }));
            }
      }
    }
  }
  return [...faults, ...[...unread].map((key) => `${key} is read by nobody`)];
};
