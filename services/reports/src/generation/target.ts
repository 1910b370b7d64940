import { createHash } from 'node:crypto';

/** What makes the generation of a report its own. */
interface Generated {
  readonly url: string;
  readonly render: boolean;
  readonly pageKey: string;
  readonly credentials: string | null;
}

const TARGET = /^(?<url>\S+)(?<render> render)?(?<own> own=[0-9a-f]{16})?$/;

/**
 * What one generation produces: the report on a URL, with or without a browser. The two are kept
 * apart in claims, jobs and signals by suffixes that no serialised URL can have. A report with
 * credentials shares its generation with no other one: others must not see what they open.
 */
export const targetOf = ({ url, render, pageKey, credentials }: Generated): string => {
  const own = createHash('sha256').update(pageKey).digest('hex').slice(0, 16);
  return `${url}${render ? ' render' : ''}${credentials === null ? '' : ` own=${own}`}`;
};

/** `targetOf` in SQL, of a row of `reports`. */
export const TARGET_SQL = `url || CASE WHEN render THEN ' render' ELSE '' END
  || CASE WHEN credentials IS NULL THEN ''
     ELSE ' own=' || left(encode(sha256(convert_to(page_key, 'UTF8')), 'hex'), 16) END`;

/** The URL of a target, whether a browser renders it, and whether it may have credentials. */
export const parseTarget = (target: string): { url: string; render: boolean; isOwn: boolean } => {
  const { url = target, render, own } = TARGET.exec(target)?.groups ?? {};
  return { url, render: render !== undefined, isOwn: own !== undefined };
};
