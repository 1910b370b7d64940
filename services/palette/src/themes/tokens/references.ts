import type { Json } from '../theme.ts';

const CURLY = /^\{([^{}]+)\}$/;

/** The path that `{group.token}` names; null where the text is no reference. */
export const curlyPath = (value: Json | undefined): readonly string[] | null => {
  const inner = typeof value === 'string' ? CURLY.exec(value)?.[1] : undefined;
  return inner === undefined ? null : inner.split('.');
};

/** The parts of the JSON Pointer (RFC 6901) in a URI fragment, `#/group/token/$value`; null where the text is none. */
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
