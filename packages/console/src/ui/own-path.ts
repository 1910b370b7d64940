/**
 * The path of an address of the platform. The console is served by it, but maybe under another name
 * than the one that the platform was given, and its policy lets nothing in from elsewhere.
 */
export const ownPath = (url: string): string => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};
