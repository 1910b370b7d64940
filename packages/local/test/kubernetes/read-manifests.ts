import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type {
  IEndpoint,
  IServiceMonitor,
  IServiceMonitorSpec,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
// The client itself takes several times as long to load.
import * as models from '@kubernetes/client-node/dist/gen/models/all.js';
import { parseAllDocuments } from 'yaml';

import { freezeDeeply } from '../freeze-deeply.ts';

export const FOLDER = new URL('../../../../deploy/kubernetes/', import.meta.url);

/** Parts that are merged into other manifests, and aren't complete by themselves. */
export const PATCHES = [
  'components/mail-server/smtp-url.yaml',
  'components/own-ca/own-ca.yaml',
  'components/sign-in/client-secret.yaml',
  'components/tracing/settings.yaml',
  'migrations-citus/analytics.yaml',
  'overlays/citus/analytics.yaml',
  'overlays/single-machine/without-scaling.yaml',
];
/** Settings of another program. */
const VALUES = ['adapter-values.yaml'];

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its shape is what the test checks
  spec?: any;
  data?: Record<string, string>;
}

/** All documents of a text. */
export const parseManifests = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return freezeDeeply(document.toJS() as Manifest);
  });

const read = new Map<string, readonly Manifest[]>();

/** All documents of a file below `deploy/kubernetes`, which is parsed once. */
export const manifestsIn = async (path: string): Promise<readonly Manifest[]> => {
  let manifests = read.get(path);
  if (manifests === undefined) {
    const text = await readFile(new URL(path, FOLDER), 'utf8');
    try {
      manifests = parseManifests(text);
    } catch (error) {
      throw new Error(`${path}: ${String(error)}`, { cause: error });
    }
    read.set(path, manifests);
  }
  return manifests;
};

/** Paths of all YAML files below `deploy/kubernetes`. */
export const manifestFiles = async (): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of glob('**/*.yaml', { cwd: fileURLToPath(FOLDER) })) files.push(file);
  return files;
};

/** Returns the complete manifests of all files. */
export const wholeManifests = async (): Promise<Manifest[]> => {
  const files = (await manifestFiles()).filter(
    (path) => !path.endsWith('kustomization.yaml') && ![...PATCHES, ...VALUES].includes(path),
  );
  return (await Promise.all(files.map(manifestsIn))).flat();
};

export const manifestsOfKind = async (kind: string): Promise<Manifest[]> =>
  (await wholeManifests()).filter((manifest) => manifest.kind === kind);

interface Attribute {
  /** Its name in manifests; `name` may differ, as in `_from`. */
  baseName: string;
  type: string;
}
type Described = { getAttributeTypeMap?: () => Attribute[] } | undefined;
const classes = models as unknown as Record<string, Described>;

/** Names of some fields of `Model`, which the compiler looks at, and their types. */
type Fields<Model> = { readonly [Name in keyof Model]?: string };

/** Types that the client doesn't know: kinds of the Prometheus operator, with the fields in use here. */
const OPERATOR: Record<string, Readonly<Record<string, string>>> = {
  ServiceMonitor: {
    apiVersion: 'string',
    kind: 'string',
    metadata: 'V1ObjectMeta',
    spec: 'ServiceMonitorSpec',
  } satisfies Fields<IServiceMonitor>,
  ServiceMonitorSpec: {
    selector: 'V1LabelSelector',
    endpoints: 'Array<Endpoint>',
  } satisfies Fields<IServiceMonitorSpec>,
  Endpoint: { port: 'string', path: 'string', interval: 'string' } satisfies Fields<IEndpoint>,
  // Of the External Secrets operator, by its documentation.
  ExternalSecret: {
    apiVersion: 'string',
    kind: 'string',
    metadata: 'V1ObjectMeta',
    spec: 'ExternalSecretSpec',
  },
  ExternalSecretSpec: {
    refreshInterval: 'string',
    secretStoreRef: 'SecretStoreRef',
    target: 'ExternalSecretTarget',
    data: 'Array<ExternalSecretData>',
  },
  SecretStoreRef: { name: 'string', kind: 'string' },
  ExternalSecretTarget: { name: 'string' },
  ExternalSecretData: { secretKey: 'string', remoteRef: 'ExternalSecretRemoteRef' },
  ExternalSecretRemoteRef: { key: 'string', property: 'string' },
};

/** The fields of a type; undefined for strings and the like. */
const attributesOf = (type: string): Attribute[] | undefined => {
  const fields = OPERATOR[type];
  if (fields === undefined) return classes[type]?.getAttributeTypeMap?.();
  return Object.entries(fields).map(([baseName, of]) => ({ baseName, type: of }));
};

const PREFIXES: Record<string, string> = {
  'apps/v1': 'V1',
  v1: 'V1',
  'batch/v1': 'V1',
  'policy/v1': 'V1',
  'autoscaling/v2': 'V2',
  'networking.k8s.io/v1': 'V1',
  'monitoring.coreos.com/v1': '',
  'external-secrets.io/v1': '',
};

/** The name of the type that describes a kind; undefined if nothing does. */
export const typeOf = ({ apiVersion, kind }: Manifest): string | undefined => {
  const prefix = PREFIXES[apiVersion];
  return prefix === undefined ? undefined : `${prefix}${kind}`;
};

/** Paths of the fields that Kubernetes doesn't know, by the attribute maps of its client. */
export const unknownFields = (value: unknown, type: string, path = ''): string[] => {
  const item = /^(?:Array|Set)<(.+)>$/.exec(type)?.[1];
  if (item !== undefined && Array.isArray(value))
    return value.flatMap((entry, index) => unknownFields(entry, item, `${path}[${index}]`));
  const attributes = attributesOf(type);
  if (attributes === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = attributes.find(({ baseName }) => baseName === name);
    return known ? unknownFields(inner, known.type, `${path}.${name}`) : [`${path}.${name}`];
  });
};

type Models = Record<string, new (manifest: object) => { validate: () => void }>;

/** Throws if a value of a whole manifest is missing, or none that Kubernetes or an operator takes. */
export const validateValues = async (manifest: Manifest): Promise<void> => {
  const { apiVersion, kind, metadata } = manifest;
  // Nothing here describes what values it takes.
  if (apiVersion.startsWith('external-secrets.io/')) return;
  const ofOperator = apiVersion.startsWith('monitoring.coreos.com/');
  const library = ofOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const Model = ((await import(`${library}/${apiVersion}`)) as Models)[kind];
  if (!Model) throw new Error(`${library} has no ${kind} of ${apiVersion}.`);
  try {
    new Model(manifest).validate();
  } catch (error) {
    throw new Error(`${kind} ${metadata.name}: ${String(error)}`, { cause: error });
  }
};
