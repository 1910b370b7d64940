import type { Json } from '../../themes/theme.ts';
import { pathOf } from './references.ts';
import type { Reference } from './references.ts';

/** References inside a value that is being written, in the target's notation. */
const references = new WeakMap<object, string>();

export const referenceIn = (value: Json | undefined): string | undefined =>
  typeof value === 'object' && value !== null ? references.get(value) : undefined;

/** A value with its references noted, or null if the file lacks one of their tokens. */
export const withReferences = (value: Json, reference: Reference): Json | null => {
  const path = pathOf(value);
  if (path !== null) {
    const text = reference(path);
    if (text === null) return null;
    const place = {};
    references.set(place, text);
    return place;
  }
  if (typeof value !== 'object' || value === null) return value;
  const items = Object.entries(value).map(([name, item]) => [name, withReferences(item, reference)] as const);
  // No member of a DTCG value is null.
  if (items.some(([, item]) => item === null)) return null;
  return Array.isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items);
};
