import type { CheckRegistry } from '../checks/registry.ts';
import type { Category, CheckStatus } from '../checks/check.ts';
import { headLinks, metaContent } from '../page/html/head-tags.ts';
import { parsePage, words } from '../page/html/page.ts';
import { textOf } from '../page/html/element.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import { robotsMeta, robotsTags } from '../page/robots-directives.ts';
import { simhash } from '../page/simhash.ts';
import { audit } from './audit.ts';
import { surveyLinks } from './survey-links.ts';
import type { SurveyLinks } from './survey-links.ts';

/** A check that found something on a page. */
export interface SurveyFinding {
  readonly id: string;
  readonly status: Extract<CheckStatus, 'warn' | 'fail'>;
  readonly message: string;
}

/** Facts that a crawl keeps of a page. Plain data, sent between threads. */
export interface PageSurvey extends SurveyLinks {
  /** 0–100, over the checks that one answer decides. */
  readonly score: number;
  /** By category; those that nothing decided are left out. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  readonly title: string;
  readonly description: string;
  /** Absolute; null without one. */
  readonly canonical: string | null;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  readonly words: number;
  readonly contentHash: bigint;
  readonly isIndexable: boolean;
  readonly findings: readonly SurveyFinding[];
}

/** Evidence that one answer gives. The rest is about files or the whole site. */
const BASES = new Set(['content', 'document', 'response']);
const MOST_ALTERNATES = 200;
const LONGEST_TEXT = 500;
const LONGEST_URL = 2048;

const shortened = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');

/** The checks that one answer decides, of each registry. */
const decidable = new WeakMap<CheckRegistry, CheckRegistry>();

const decidableOf = (registry: CheckRegistry): CheckRegistry => {
  const known = decidable.get(registry);
  if (known !== undefined) return known;
  const found = { ...registry, checks: registry.checks.filter(({ meta }) => BASES.has(meta.basis)) };
  decidable.set(registry, found);
  return found;
};

const isStorable = (url: string): boolean => url.length <= LONGEST_URL;

/** Looks a page of a crawl over: its links, what identifies it, and what checks find. Pure. */
export const surveyPage = (artifacts: PageArtifacts, registry: CheckRegistry): PageSurvey => {
  const page = parsePage(artifacts.html, artifacts.finalUrl);
  const tags = robotsTags(artifacts.response.headers).filter(({ crawler }) => crawler === null);
  const directives = [robotsMeta(page, 'robots') ?? '', ...tags.map((tag) => tag.directives)]
    .join(',')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  const isClosed = directives.includes('nofollow') || directives.includes('none');
  const heads = headLinks(page, artifacts.response.headers);
  const canonical = heads.find(({ rel, href }) => rel === 'canonical' && href !== '');
  const canonicalUrl = canonical === undefined ? null : page.resolve(canonical.href);
  const title = page.all('title').find((element) => !element.foreign);
  const { checks, score, categories } = audit(artifacts, decidableOf(registry));
  const found = checks.flatMap(({ id, status, message }) =>
    status === 'warn' || status === 'fail' ? [{ id, status, message: shortened(message) }] : [],
  );
  const text = words(page);
  return {
    title: shortened(title === undefined ? '' : textOf(title)),
    description: shortened(metaContent(page, 'description')?.trim() ?? ''),
    canonical: canonicalUrl?.href ?? null,
    alternates: heads
      .filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '')
      .slice(0, MOST_ALTERNATES)
      .flatMap(({ hreflang, href }) => {
        const url = page.resolve(href)?.href;
        return url === undefined || !isStorable(url) ? [] : [{ language: hreflang.toLowerCase(), url }];
      }),
    words: text.length,
    contentHash: simhash(text),
    isIndexable: !directives.includes('noindex') && !directives.includes('none'),
    findings: found,
    score,
    scores: Object.fromEntries(
      categories.flatMap(({ id, score: points }) => (points === null ? [] : [[id, points]])),
    ),
    ...surveyLinks(page, isClosed),
  };
};
