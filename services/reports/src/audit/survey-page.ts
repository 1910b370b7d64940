import type { CheckRegistry } from '../checks/registry.ts';
import type { CheckStatus } from '../checks/check.ts';
import { webLinks, withoutHash } from '../page/html/anchors.ts';
import { headLinks, metaContent } from '../page/html/head-tags.ts';
import { parsePage, words } from '../page/html/page.ts';
import { textOf } from '../page/html/element.ts';
import type { PageArtifacts } from '../page/page-artifacts.ts';
import { robotsMeta, robotsTags } from '../page/robots-directives.ts';
import { simhash } from '../page/simhash.ts';
import { audit } from './audit.ts';

/** A check that found something on a page. */
export interface SurveyFinding {
  readonly id: string;
  readonly status: Extract<CheckStatus, 'warn' | 'fail'>;
  readonly message: string;
}

/** Facts that a crawl keeps of a page. Plain data, sent between threads. */
export interface PageSurvey {
  readonly title: string;
  readonly description: string;
  /** Absolute; null without one. */
  readonly canonical: string | null;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  readonly words: number;
  readonly contentHash: bigint;
  readonly isIndexable: boolean;
  /** Addresses that crawlers may follow from here, without fragments, each once. */
  readonly links: readonly string[];
  readonly findings: readonly SurveyFinding[];
}

/** Evidence that one answer gives. The rest is about files or the whole site. */
const BASES = new Set(['content', 'document', 'response']);
const MOST_LINKS = 1000;
const MOST_ALTERNATES = 200;
const LONGEST_TEXT = 500;
const LONGEST_URL = 2048;

const shortened = (text: string): string => text.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');
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
  const links = isClosed ? [] : webLinks(page).filter(({ rel }) => !rel.includes('nofollow'));
  const heads = headLinks(page, artifacts.response.headers);
  const canonical = heads.find(({ rel, href }) => rel === 'canonical' && href !== '');
  const title = page.all('title').find((element) => !element.foreign);
  const bases = new Map(registry.checks.map(({ meta }) => [meta.id, meta.basis]));
  const found = audit(artifacts, registry).checks.flatMap(({ id, status, message }) =>
    BASES.has(bases.get(id) ?? '') && (status === 'warn' || status === 'fail')
      ? [{ id, status, message: shortened(message) }]
      : [],
  );
  const text = words(page);
  return {
    title: shortened(title === undefined ? '' : textOf(title)),
    description: shortened(metaContent(page, 'description')?.trim() ?? ''),
    canonical: canonical === undefined ? null : (page.resolve(canonical.href)?.href ?? null),
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
    links: [...new Set(links.flatMap(({ url }) => (url === null ? [] : [withoutHash(url)])))]
      .filter(isStorable)
      .slice(0, MOST_LINKS),
    findings: found,
  };
};
