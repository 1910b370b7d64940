import { invalid } from '@platform/errors';

import { createGlob } from '../exclusions/name-matcher.ts';
import type { ColumnDimension } from '../dimensions/dimension-names.ts';
import type { Condition, Filter } from '../stats/query/filter.ts';
import { bareDomain } from '../websites/domain-name.ts';
import { literalExpression } from './plausible-expressions.ts';

/** A page has its host in front unless it is the website’s. */
const PAGES: Readonly<Record<string, ColumnDimension>> = {
  'event:hostname': 'page',
  'visit:entry_page_hostname': 'entry_page',
  'visit:exit_page_hostname': 'exit_page',
};

/** Plausible’s names of the hosts of pages. */
export const HOSTNAMES = Object.keys(PAGES);

/** The dimension of the pages whose hosts a name of Plausible’s is about. */
export const pageOfHostname = (name: string): ColumnDimension | undefined =>
  Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;

/** Pages of the website’s own domain. */
const ownPages = (dimension: ColumnDimension): Condition => ({
  dimension,
  operator: 'matches',
  values: ['/*'],
});

/** Pages of other hosts. */
export const foreignPages = (dimension: ColumnDimension): Condition => ({
  dimension,
  operator: 'matches_not',
  values: ['/*'],
});

/** The host of a page as it is stored. */
export const hostOfPage = (page: string, domain: string): string => {
  const [host = ''] = page.split('/', 1);
  return host === '' ? domain : host;
};

/** Of a host’s name (RFC 1035). */
const MOST_CHARACTERS = 253;
/** Each costs PostgreSQL time when it reads the expression. */
const MOST_STARS = 10;

/** @throws AppError `invalid` for what can be no host */
const readPattern = (pattern: string): string => {
  const lower = pattern.toLowerCase().replaceAll(/\*+/g, '*');
  if (lower.length > MOST_CHARACTERS || lower.split('*').length > MOST_STARS + 1)
    throw invalid([
      {
        field: 'filters',
        message: `"${pattern.slice(0, 60)}…": a host has at most ${MOST_CHARACTERS} characters, and ${MOST_STARS} times *`,
      },
    ]);
  return lower;
};

/** Pages of the hosts that fit a pattern with `*`. */
const pagesOf = (dimension: ColumnDimension, pattern: string, domain: string): Filter => {
  const lower = readPattern(pattern);
  const fits = createGlob(lower);
  const bare = bareDomain(domain);
  // Pages of both are stored without their host.
  const isOwn = fits(domain) || fits(bare) || lower === `www.${bare}`;
  const expression = `^${lower.split('*').map(literalExpression).join('[^/]*')}/`;
  const others: Condition = { dimension, operator: 'matches', compared: 'expression', values: [expression] };
  return isOwn ? { or: [ownPages(dimension), others] } : others;
};

/** Pages of any of the hosts. @param toPattern of what is asked for: the host itself, or with `*` */
export const hostFilter = (
  dimension: ColumnDimension,
  hosts: readonly string[],
  domain: string,
  toPattern: (host: string) => string,
): Filter => ({ or: hosts.map((host) => pagesOf(dimension, toPattern(host), domain)) });
