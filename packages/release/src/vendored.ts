/**
 * Development dependencies of which an image nevertheless contains a file: the gateway's Dockerfile
 * copies the /docs page from it.
 */
const VENDORED = ['@scalar/api-reference'];

export interface Snapshot {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** `name@version` of a key such as `vue@3.5.45(typescript@6.0.3)`. */
const withoutPeers = (key: string): string => key.replace(/\(.*$/, '');

/**
 * Packages, as `name@version`, that such a file may contain: the vendored ones and all their
 * dependencies. A bundle doesn't say which of them it includes.
 * @param snapshots of the lock file
 */
export const listVendored = (snapshots: Readonly<Record<string, Snapshot>>): Set<string> => {
  const found = new Set<string>();
  const isVendored = (key: string): boolean => VENDORED.some((name) => key.startsWith(`${name}@`));
  const waiting = Object.keys(snapshots).filter(isVendored);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    const { dependencies, optionalDependencies } = snapshots[key] ?? {};
    const needed = Object.entries({ ...dependencies, ...optionalDependencies });
    waiting.push(...needed.map(([name, version]) => `${name}@${version}`));
  }
  return new Set([...found].map(withoutPeers));
};
