import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { metaTags, robotsTags } from '../../page/html/head-tags.ts';

const LIMITS = /^(?:nosnippet|noimageindex|max-snippet\s*:\s*0|max-image-preview\s*:\s*none)$/;

export const snippetLimits: Check = {
  meta: {
    id: 'snippet-limits',
    category: 'seo',
    title: 'Search results may quote the page and show its images',
    failureTitle: 'Search results may not quote the page in full or show its images',
    importance: 'low',
    basis: 'document',
    rare: true,
    docs: {
      why: 'nosnippet, max-snippet:0 and max-image-preview:none leave a bare title in the results, which few people click.',
      thresholds: 'Pass: no such directive. Warn: one.',
      fix: 'Remove the directive, or set max-snippet:-1, max-image-preview:large.',
      sources: ['https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag'],
    },
  },
  run({ page, artifacts }) {
    const said = [
      ...['robots', 'googlebot']
        .flatMap((name) => metaTags(page, name))
        .map((at) => ({ at, directives: attribute(at, 'content') ?? '' })),
      ...robotsTags(artifacts.response.headers)
        .filter(({ crawler }) => crawler === null || crawler === 'googlebot')
        .map(({ directives }) => ({ at: null, directives })),
    ];
    const found = said
      .flatMap(({ at, directives }) =>
        directives
          .toLowerCase()
          .split(',')
          .map((part) => ({ snippet: part.trim(), at })),
      )
      .filter(({ snippet }) => LIMITS.test(snippet));
    const limits = found.map(({ snippet }) => snippet);
    const items = found.map(({ snippet, at }) => ({
      snippet: at === null ? `X-Robots-Tag: ${snippet}` : snippet,
      at,
    }));
    if (limits.length === 0) return pass('Search results may quote the page.');
    return warn(
      `Search results can’t show the page well (${limits.join(', ')}). Remove the limit if it is unintended.`,
      { value: limits.join(', '), items },
    );
  },
};
