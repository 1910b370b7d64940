const RENDERED = ' render';

/**
 * What one generation produces: the report on a URL, with or without a browser. The two are kept
 * apart in claims, jobs and signals by a suffix that no serialised URL can have.
 */
export const targetOf = (url: string, render: boolean): string => (render ? url + RENDERED : url);

/** The URL of a target, and whether a browser renders it. */
export const parseTarget = (target: string): { url: string; render: boolean } =>
  target.endsWith(RENDERED)
    ? { url: target.slice(0, -RENDERED.length), render: true }
    : { url: target, render: false };
