const UNSUBSCRIBE = '/unsubscribe/';

/**
 * A path as logs may hold it. What follows `/unsubscribe/` holds an e-mail address, and is a secret:
 * whoever has it can unsubscribe its owner.
 * @param path without the query
 */
export const loggedPath = (path: string): string => {
  const at = path.indexOf(UNSUBSCRIBE);
  return at === -1 ? path : `${path.slice(0, at + UNSUBSCRIBE.length)}…`;
};
