import { type Check, type CheckContext, fail, pass, warn } from '../check.ts';
import { robotsMeta, robotsTags } from '../robots-directives.ts';

/** `null` is a crawler without a name, which heeds what is said to all. */
const CRAWLERS = [null, 'Googlebot', 'bingbot', 'DuckDuckBot', 'archive.org_bot'];

export const indexable: Check = {
  meta: {
    id: 'indexable',
    category: 'seo',
    title: 'Search engines may index the page',
    importance: 'critical',
    weight: 10,
    basis: 'document',
    rare: true,
    docs: {
      why: 'A page that is blocked from indexing does not appear in search results, whatever else is right about it.',
      thresholds:
        'Pass: open to all five crawlers tried. Warn: closed to some. Fail: closed to all; the rating is then decent at best.',
      fix: 'Remove noindex from the robots meta tag and the X-Robots-Tag header, and the Disallow rule from robots.txt, if the page is meant to be found.',
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
      reasons.map((snippet) => ({ snippet, note: crawler ?? 'all crawlers' })),
    );
    if (blocked.length === CRAWLERS.length) {
      return fail('The page is blocked from indexing. Lift the block if it is meant to be found.', {
        value: 'blocked',
        items,
      });
    }
    if (blocked.length > 0) {
      const names = blocked
        .map(({ crawler }) => crawler ?? 'crawlers without a rule of their own')
        .join(', ');
      return warn(`The page is closed to ${names}. Lift the block if that is not meant.`, {
        value: 'partly blocked',
        items,
      });
    }
    return pass('The page may be indexed.', { value: 'open' });
  },
};

function reasonsAgainst(crawler: string | null, { page, artifacts, robots }: CheckContext): string[] {
  const reasons: string[] = [];
  const own = crawler === null ? null : robotsMeta(page, crawler.toLowerCase());
  const content = own ?? robotsMeta(page, 'robots');
  if (content !== null && blocks(content, artifacts.gatheredAt)) {
    reasons.push(
      `<meta name="${own === null ? 'robots' : (crawler ?? '').toLowerCase()}" content="${content}">`,
    );
  }
  for (const tag of robotsTags(artifacts.response.headers)) {
    if (tag.crawler !== null && tag.crawler !== crawler?.toLowerCase()) continue;
    if (blocks(tag.directives, artifacts.gatheredAt)) reasons.push(`X-Robots-Tag: ${tag.raw}`);
  }
  if (!robots.allows(crawler ?? '*', artifacts.finalUrl)) reasons.push('robots.txt disallows this URL');
  return reasons;
}

function blocks(directives: string, now: string): boolean {
  return directives.split(',').some((part) => {
    const directive = part.trim().toLowerCase();
    if (directive === 'noindex' || directive === 'none') return true;
    const until = /^unavailable_after:(.*)$/.exec(directive)?.[1];
    return until !== undefined && Date.parse(until) < Date.parse(now);
  });
}
