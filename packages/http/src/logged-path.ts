const UNSUBSCRIBE = '/unsubscribe/';

/** A website's key for servers: a site key, a dot and a secret. */
const SERVER_KEY = /^(\/c\/[^/.]*\.)[^/]+/;

/**
 * A path as logs may hold it. What follows `/unsubscribe/` holds an e-mail address, and is a secret:
 * whoever has it can unsubscribe its owner. So is what a website's key for servers ends with.
 * @param path without the query
 */
export const loggedPath = (path: string): string => {
  const at = path.indexOf(UNSUBSCRIBE);
  return at === -1 ? path.replace(SERVER_KEY, '$1…') : `${path.slice(0, at + UNSUBSCRIBE.length)}…`;
};
