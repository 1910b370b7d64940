/** Title, category and importance of a problem of a whole site. */
export interface ProblemKind {
  readonly title: string;
  readonly category: string;
  readonly importance: string;
}

const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'];

/** Problems that only show when all pages are seen together. */
export const PROBLEM_KINDS: Readonly<Record<string, ProblemKind>> = {
  'broken-links': { title: 'Links lead nowhere', category: 'links', importance: 'critical' },
  'missing-files': { title: 'Files are missing', category: 'links', importance: 'high' },
  'broken-fragments': {
    title: 'Links lead to a place that isn’t on the page',
    category: 'links',
    importance: 'medium',
  },
  'redirect-chains': {
    title: 'Links lead through several redirects',
    category: 'links',
    importance: 'medium',
  },
  'soft-404': {
    title: 'Pages look like the answer for an unknown address, and say that they exist',
    category: 'structure',
    importance: 'high',
  },
  'unknown-addresses': {
    title: 'Unknown addresses answer as if they existed',
    category: 'structure',
    importance: 'medium',
  },
  'hreflang-targets': {
    title: 'Language versions lead nowhere',
    category: 'structure',
    importance: 'high',
  },
  'error-pages': { title: 'Pages answer with an error', category: 'links', importance: 'critical' },
  'redirected-links': { title: 'Links lead to a redirect', category: 'links', importance: 'low' },
  'duplicate-titles': { title: 'Several pages share a title', category: 'duplicates', importance: 'high' },
  'duplicate-descriptions': {
    title: 'Several pages share a meta description',
    category: 'duplicates',
    importance: 'medium',
  },
  'duplicate-content': {
    title: 'Several pages have almost the same text',
    category: 'duplicates',
    importance: 'high',
  },
  'orphan-pages': { title: 'No page links to them', category: 'structure', importance: 'medium' },
  'deep-pages': { title: 'Pages are many clicks from the start', category: 'structure', importance: 'low' },
  'blocked-pages': {
    title: 'The sitemap names pages that robots.txt disallows',
    category: 'structure',
    importance: 'high',
  },
  'unindexable-in-sitemap': {
    title: 'The sitemap names pages that can’t be indexed',
    category: 'structure',
    importance: 'medium',
  },
  'canonical-targets': {
    title: 'Canonical addresses lead to a page that can’t be indexed',
    category: 'structure',
    importance: 'high',
  },
  'hreflang-returns': {
    title: 'Language versions don’t link back',
    category: 'structure',
    importance: 'medium',
  },
};

/** The order of importance, the most important first. */
export const importanceRank = (importance: string): number => IMPORTANCES.indexOf(importance);

/** One place where a site has a problem. */
export interface ProblemItem {
  readonly url: string;
  /** The fault there: the broken address, the title that others have, too. */
  readonly note: string | null;
}

/** A problem with all places that have it, as far as they are listed. */
export interface SiteProblem {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly importance: string;
  readonly total: number;
  readonly items: readonly ProblemItem[];
}

/** A place of a problem. */
export interface SitePlace extends ProblemItem {
  readonly problem: Omit<SiteProblem, 'items'>;
}
