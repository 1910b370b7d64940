/** JSON with the keys of objects in order, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
