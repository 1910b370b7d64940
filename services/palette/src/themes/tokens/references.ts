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

/** The path of the token that a JSON Pointer leads to, or into; null if the text is not one. */
export const pointedToken = (value: Json | undefined): readonly string[] | null => {
  const parts = pointerPath(value);
  const end = parts?.indexOf('$value') ?? -1;
  return parts === null || end === -1 ? parts : parts.slice(0, end);
};

/** The paths of all tokens that a value refers to, in either notation. */
export const referencesIn = (value: Json): (readonly string[])[] => {
  const path = curlyPath(value);
  if (path !== null) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const pointed = name === '$ref' ? pointedToken(item) : null;
    return pointed === null ? referencesIn(item) : [pointed];
  });
};

/** The JSON Pointer to a path, as a URI fragment; `pointerPath` reads the path back. */
export const pointerTo = (...path: readonly string[]): string =>
  `#${path
    // A fragment may have a dollar sign (RFC 3986, §3.5), and people expect to find it.
    .map(
      (name) =>
        `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$')}`,
    )
    .join('')}`;

/** Enough to find the place; a circle of thousands of names would make an endless message. */
export const MOST_NAMES = 3;

/**
 * A circle of names for a message: `a → b → a`, and of a long one its beginning.
 * @param names of the circle, each once
 */
export const circleText = (names: readonly string[]): string => {
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names;
  return [...shown, ...names.slice(0, 1)].join(' → ');
};
