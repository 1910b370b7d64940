type Versions = Record<string, string>;

interface Importer {
  dependencies?: Record<string, { version: string }>;
  optionalDependencies?: Record<string, { version: string }>;
  devDependencies?: Record<string, { version: string }>;
}

interface Snapshot {
  dependencies?: Versions;
  optionalDependencies?: Versions;
}

/** What `pnpm-lock.yaml` says, as far as it matters here. */
export interface LockFile {
  /** Our workspaces, by folder. */
  importers: Record<string, Importer>;
  /** By `name@version`. */
  packages: Record<string, { resolution?: { integrity?: string } }>;
  /** By `name@version(peers)`. */
  snapshots: Record<string, Snapshot>;
}

/** What a workspace or package asks for. */
export interface Wanted {
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

/** What a workspace asks for in production, and those of its development dependencies that are named. */
export const wantedByWorkspace = (
  lock: LockFile,
  folder: string,
  named: readonly string[] = [],
): Wanted[] => {
  const { dependencies, optionalDependencies, devDependencies } = lock.importers[folder] ?? {};
  return [
    ...toWanted(toVersions(dependencies)),
    ...toWanted(toVersions(optionalDependencies), true),
    ...toWanted(toVersions(devDependencies)).filter(({ name }) => named.includes(name)),
  ];
};

/** What the package of this key in `snapshots` asks for, its peers included. */
export const wantedByPackage = (lock: LockFile, key: string): Wanted[] => {
  const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
  return [...toWanted(dependencies), ...toWanted(optionalDependencies, true)];
};
