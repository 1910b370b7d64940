import { fail, pass, warn } from '../outcomes.ts';
import type { Check, CheckContext } from '../check.ts';
import { robotsMeta, robotsTags, metaTags } from '../../page/html/head-tags.ts';
import type { PageElement } from '../../page/html/element.ts';

const ARCHIVE = 'archive.org_bot';

/** `null` stands for any other crawler, which follows the general rules. */
const CRAWLERS = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', ARCHIVE];

export const indexable: Check = {
  meta: {
    id: 'indexable',
    category: 'seo',
    title: 'Search engines may index the page',
    failureTitle: 'Search engines may not index the page',
    importance: 'critical',
    basis: 'document',
    rare: true,
    critical: true,
    docs: {
      why: 'A page blocked from indexing does not appear in search results, however good it is otherwise.',
      thresholds:
        'Pass: allowed for all search engines tried, whatever archive.org may do. Warn: blocked for some search engines. Fail: blocked for all, which caps the rating.',
      fix: 'Remove noindex from the robots meta tag and the X-Robots-Tag header, and the Disallow rule from robots.txt, if the page should be found.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/seo/is-crawlable',
        'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
      ],
    },
  },
  run(context) {
    const blocked = CRAWLERS.map((crawler) => ({
      crawler,
      reasons: reasonsAgainst(crawler, context),
    })).filter(({ reasons }) => reasons.length > 0);
    const items = blocked.flatMap(({ crawler, reasons }) =>
      reasons.map((reason) => ({ ...reason, note: crawler ?? 'all crawlers' })),
    );
    if (blocked.length === CRAWLERS.length) {
      return fail('The page is blocked from indexing. Lift the block if it should be found.', {
        value: 'blocked',
        items,
      });
    }
    // An archive isn’t a search engine.
    if (blocked.every(({ crawler }) => crawler === ARCHIVE) && blocked.length > 0)
      return pass('The page may be indexed. It isn’t archived at archive.org.', { value: 'open', items });
    if (blocked.length > 0) {
      const names = blocked.map(({ crawler }) => crawler ?? 'crawlers without their own rule').join(', ');
      return warn(`The page is blocked for ${names}. Lift the block if it is unintended.`, {
        value: 'partly blocked',
        items,
      });
    }
    return pass('The page may be indexed.', { value: 'open' });
  },
};

const reasonsAgainst = (crawler: string | null, { page, artifacts, robots }: CheckContext) => {
  const reasons: { snippet: string; at?: PageElement | undefined }[] = [];
  // Rules for all crawlers and for one add up; the stricter wins (Google, "robots meta tag").
  for (const name of ['robots', ...(crawler === null ? [] : [crawler.toLowerCase()])]) {
    const content = robotsMeta(page, name);
    if (content !== null && blocks(content, artifacts.gatheredAt))
      reasons.push({ snippet: `<meta name="${name}" content="${content}">`, at: metaTags(page, name)[0] });
  }
  for (const tag of robotsTags(artifacts.response.headers)) {
    if (tag.crawler !== null && tag.crawler !== crawler?.toLowerCase()) continue;
    if (blocks(tag.directives, artifacts.gatheredAt)) reasons.push({ snippet: `X-Robots-Tag: ${tag.raw}` });
  }
  if (!robots.allows(crawler ?? '*', artifacts.finalUrl))
    reasons.push({ snippet: 'robots.txt disallows this URL' });
  return reasons;
};

const blocks = (directives: string, now: string): boolean => {
  return directives.split(',').some((part) => {
    const directive = part.trim().toLowerCase();
    if (directive === 'noindex' || directive === 'none') return true;
    const until = /^unavailable_after:(.*)$/.exec(directive)?.[1];
    return until !== undefined && Date.parse(until) < Date.parse(now);
  });
};
