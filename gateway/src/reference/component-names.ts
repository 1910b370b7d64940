import { isDeepStrictEqual } from 'node:util';

export type Components = Record<string, Record<string, unknown>>;

/**
 * Names of an area's components in the merged document: their own, unless another area has taken
 * them.
 */
export const chooseNames = (taken: Components, own: Components, area: string): Map<string, string> => {
  const names = new Map<string, string>();
  for (const [kind, entries] of Object.entries(own))
    for (const [name, value] of Object.entries(entries)) {
      const other = taken[kind]?.[name];
      const chosen = other === undefined || isDeepStrictEqual(other, value) ? name : `${area}-${name}`;
      names.set(`#/components/${kind}/${name}`, `#/components/${kind}/${chosen}`);
    }
  return names;
};

/** The same value with its references renamed. */
export const renameRefs = <Value>(value: Value, names: ReadonlyMap<string, string>): Value => {
  if (Array.isArray(value)) return value.map((item: unknown) => renameRefs(item, names)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === '$ref' && typeof item === 'string' ? (names.get(item) ?? item) : renameRefs(item, names),
    ]),
  ) as Value;
};
