import type { Json } from '../theme.ts';

const CURLY = /^\{([^{}]+)\}$/;

/** The path in `{group.token}`; null if the text is not a reference. */
export const curlyPath = (value: Json | undefined): readonly string[] | null => {
  const inner = typeof value === 'string' ? CURLY.exec(value)?.[1] : undefined;
  return inner === undefined ? null : inner.split('.');
};

/**
 * The parts of a JSON Pointer (RFC 6901) in a URI fragment, `#/group/token/$value`; null if the
 * text is not one.
 */
export const pointerPath = (value: Json | undefined): readonly string[] | null => {
  if (typeof value !== 'string' || !value.startsWith('#/')) return null;
  try {
    return value
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return null;
  }
};

/** The JSON Pointer to an entry at the root, as a URI fragment; `pointerPath` reads the name back. */
export const pointerTo = (name: string): string =>
  `#/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
