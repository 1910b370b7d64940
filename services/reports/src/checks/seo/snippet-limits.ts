import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { robotsMeta, robotsTags } from '../../page/robots-directives.ts';

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
      robotsMeta(page, 'robots'),
      robotsMeta(page, 'googlebot'),
      ...robotsTags(artifacts.response.headers)
        .filter(({ crawler }) => crawler === null || crawler === 'googlebot')
        .map(({ directives }) => directives),
    ];
    const limits = said
      .flatMap((value) => (value ?? '').toLowerCase().split(','))
      .map((part) => part.trim())
      .filter((part) => LIMITS.test(part));
    if (limits.length === 0) return pass('Search results may quote the page.');
    return warn(
      `Search results can’t show the page well (${limits.join(', ')}). Remove the limit if it is unintended.`,
      { value: limits.join(', '), items: limits },
    );
  },
};
