/** A copy whose objects have their keys in order, for `JSON.stringify` to write. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map(inOrder);
  const object = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort())
    // Plain assignment to a field of this name would set the copy's prototype.
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: inOrder(object[name]), enumerable: true });
    else copy[name] = inOrder(object[name]);
  return copy;
};

/**
 * JSON with sorted object keys, so equal values give equal text. A sorting replacer takes twice as
 * long as a sorted copy.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value ?? null));
