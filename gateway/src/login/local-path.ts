const HOME = '/console/';

/**
 * Where to go after the sign-in: a path of the console, or its first page. Anything that a browser
 * could take for another host's address is dropped.
 */
export const localPathOf = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith(HOME)) return HOME;
  // Browsers drop tabs and newlines, and read a backslash as a slash.
  if (/[\\\p{Cc}\s]/u.test(value)) return HOME;
  const url = URL.parse(value, 'http://platform.invalid');
  if (url?.host !== 'platform.invalid' || !url.pathname.startsWith(HOME)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
};
