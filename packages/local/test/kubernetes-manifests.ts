import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import * as client from '@kubernetes/client-node';
import { parseAllDocuments } from 'yaml';

export const FOLDER = new URL('../../../deploy/kubernetes/', import.meta.url);

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its shape is what the test checks
  spec?: any;
  data?: Record<string, string>;
}

/** All documents of a file below `deploy/kubernetes`. */
export const manifestsIn = async (path: string): Promise<Manifest[]> => {
  const documents = parseAllDocuments(await readFile(new URL(path, FOLDER), 'utf8'));
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${path}: ${error.message}`);
    return document.toJS() as Manifest;
  });
};

/** Paths of all YAML files below `deploy/kubernetes`. */
export const manifestFiles = async (): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of glob('**/*.yaml', { cwd: fileURLToPath(FOLDER) })) files.push(file);
  return files;
};

interface Attribute {
  /** Its name in manifests; `name` may differ, as in `_from`. */
  baseName: string;
  type: string;
}
type Described = { getAttributeTypeMap?: () => Attribute[] } | undefined;
const classes = client as unknown as Record<string, Described>;

const PREFIXES: Record<string, string> = {
  'apps/v1': 'V1',
  v1: 'V1',
  'batch/v1': 'V1',
  'policy/v1': 'V1',
  'autoscaling/v2': 'V2',
  'networking.k8s.io/v1': 'V1',
};

/** The class of the Kubernetes client that describes a kind, by its name; undefined for others. */
export const typeOf = ({ apiVersion, kind }: Manifest): string | undefined => {
  const prefix = PREFIXES[apiVersion];
  return prefix === undefined ? undefined : `${prefix}${kind}`;
};

/** Paths of the fields that Kubernetes doesn't know, by the attribute maps of its client. */
export const unknownFields = (value: unknown, type: string, path = ''): string[] => {
  const item = /^(?:Array|Set)<(.+)>$/.exec(type)?.[1];
  if (item !== undefined && Array.isArray(value))
    return value.flatMap((entry, index) => unknownFields(entry, item, `${path}[${index}]`));
  const attributes = classes[type]?.getAttributeTypeMap?.();
  if (attributes === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = attributes.find(({ baseName }) => baseName === name);
    return known ? unknownFields(inner, known.type, `${path}.${name}`) : [`${path}.${name}`];
  });
};
