import { execFile } from 'node:child_process';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { parse } from 'yaml';

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a program at the root of the repository, and returns what it printed. */
export const runAtRoot = async (program: string, ...words: string[]): Promise<string> => {
  const { stdout } = await run(program, words, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
};

export const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

export const write = (path: string, text: string): Promise<void> => writeFile(join(ROOT, path), text);

type Versions = Record<string, string>;

interface Importer {
  dependencies?: Record<string, { version: string }>;
  optionalDependencies?: Record<string, { version: string }>;
}

interface Snapshot {
  dependencies?: Versions;
  optionalDependencies?: Versions;
}

/** Part of `pnpm-lock.yaml` that matters here. */
interface LockFile {
  /** Our workspaces, by folder. */
  importers: Record<string, Importer>;
  /** By `name@version`. */
  packages: Record<string, { resolution?: { integrity?: string } }>;
  /** By `name@version(peers)`. */
  snapshots: Record<string, Snapshot>;
}

/** Dependency of a workspace or package. */
interface Wanted {
  name: string;
  /** `link:` and a folder for workspaces of ours; `name@version` where `name` is an alias. */
  version: string;
  /** It may be for other machines than this one, and missing. */
  isOptional: boolean;
}

const toWanted = (versions: Versions = {}, isOptional = false): Wanted[] =>
  Object.entries(versions).map(([name, version]) => ({ name, version, isOptional }));

const toVersions = (entries: Record<string, { version: string }> = {}): Versions =>
  Object.fromEntries(Object.entries(entries).map(([name, { version }]) => [name, version]));

/** Returns a workspace's production dependencies, and the named ones of its development dependencies. */
const wantedByWorkspace = (lock: LockFile, folder: string): Wanted[] => {
  const { dependencies, optionalDependencies } = lock.importers[folder] ?? {};
  return [...toWanted(toVersions(dependencies)), ...toWanted(toVersions(optionalDependencies), true)];
};

/** Returns the dependencies of the package with this key in `snapshots`, its peers included. */
const wantedByPackage = (lock: LockFile, key: string): Wanted[] => {
  const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
  return [...toWanted(dependencies), ...toWanted(optionalDependencies, true)];
};

/** A package of others, and where it is installed. */
interface Installed {
  name: string;
  /** `name@version`, as `packages` of the lock file has it. */
  id: string;
  folder: string;
}

/** Workspaces that run in images or with `npm start`; tests, tools and measurements don't. */
const isInProduction = (folder: string): boolean => /^(gateway|services\/.+|packages\/local)$/.test(folder);

const WORKSPACE = 'link:';

interface Waiting extends Wanted {
  /** The folder that Node.js finds it in. */
  modules: string;
}

const keyOf = (lock: LockFile, { name, version }: Wanted): string => {
  const key = `${name}@${version}`;
  return key in lock.snapshots ? key : version;
};

/**
 * The packages of others that run in production, as the lock file says, in the folders that they
 * are installed in; those for machines of other kinds are left out.
 * @throws if what the lock file asks for is not installed
 */
const findInstalled = async (lock: LockFile, root: string): Promise<Installed[]> => {
  const found = new Map<string, Installed>();
  const waiting: Waiting[] = [];
  const visited = new Set<string>();
  const visitWorkspace = (folder: string): void => {
    if (visited.has(folder)) return;
    visited.add(folder);
    for (const wanted of wantedByWorkspace(lock, folder))
      if (wanted.version.startsWith(WORKSPACE))
        visitWorkspace(join(folder, wanted.version.slice(WORKSPACE.length)));
      else waiting.push({ ...wanted, modules: join(root, folder, 'node_modules') });
  };
  Object.keys(lock.importers).filter(isInProduction).forEach(visitWorkspace);

  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = keyOf(lock, next);
    if (found.has(key)) continue;
    const folder = await realpath(join(next.modules, next.name)).catch(() => undefined);
    if (folder === undefined) {
      if (next.isOptional) continue;
      throw new Error(`${key} is not installed. Install what the lock file asks for, then release.`);
    }
    const id = key.replace(/\(.*$/, '');
    const name = id.slice(0, id.lastIndexOf('@'));
    found.set(key, { name, id, folder });
    // pnpm puts what a package asks for beside it.
    const modules = folder.slice(0, -`/${name}`.length);
    waiting.push(...wantedByPackage(lock, key).map((wanted) => ({ ...wanted, modules })));
  }
  return [...found.values()];
};

/** A package of others that runs in production. */
export interface Component {
  name: string;
  version: string;
  /** As the package itself says it, an SPDX expression as a rule. */
  licence: string;
  /** Subresource integrity from the lock file, `sha512-…`. */
  integrity: string | undefined;
}

interface Package {
  version: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
}

const licenceOf = ({ license, licenses = [] }: Package): string => {
  if (typeof license === 'string') return license;
  return license?.type ?? (licenses.map(({ type }) => type).join(' OR ') || 'Unknown');
};

/**
 * Lists what runs in production according to the lock file, plus the packages that images include
 * parts of; sorted by name.
 */
export const listComponents = async (): Promise<Component[]> => {
  const lock = parse(await read('pnpm-lock.yaml')) as LockFile;
  const byId = new Map<string, Component>();
  for (const { name, id, folder } of await findInstalled(lock, ROOT)) {
    const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package;
    const integrity = lock.packages[id]?.resolution?.integrity;
    byId.set(id, { name, version: own.version, licence: licenceOf(own), integrity });
  }
  return [...byId.values()].sort(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  );
};

const HEAD = `# Licences

What runs in production beside our own code (MIT), by licence: in the images and with \`npm start\`, on Linux on x64. \`npm run release\` writes
this page (\`npm run release -- licences\` nothing else); the licence texts are in the packages.
`;

/** The page that lists every component below its licence. */
export const toLicencesPage = (components: readonly Component[]): string => {
  const byLicence = Map.groupBy(components, ({ licence }) => licence);
  const sections = [...byLicence]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([licence, list]) => {
      const names = list.map(({ name, version }) => `${name} ${version}`);
      return `\n## ${licence} (${list.length})\n\n${names.join(', ')}\n`;
    });
  return `${HEAD}${sections.join('')}`;
};

/** The address of a package on npm, as package URLs have it. */
const purlOf = ({ name, version }: Component): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** The components of a version as CycloneDX 1.6, in JSON. */
export const toSbom = (version: string, components: readonly Component[], now: Date): string => {
  const platform = new Models.Component(Enums.ComponentType.Application, 'design-and-analytics-platform', {
    version,
    bomRef: 'platform',
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ timestamp: now, component: platform }) });
  for (const component of components) {
    const purl = purlOf(component);
    const entry = new Models.Component(Enums.ComponentType.Library, component.name, {
      version: component.version,
      bomRef: purl,
      purl,
    });
    entry.licenses.add(new Models.NamedLicense(component.licence));
    const [, digest] = /^sha512-(.+)$/.exec(component.integrity ?? '') ?? [];
    if (digest !== undefined)
      entry.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex'));
    bom.components.add(entry);
    platform.dependencies.add(entry.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
};
