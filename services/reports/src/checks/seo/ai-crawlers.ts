import { info } from '../outcomes.ts';
import type { Check } from '../check.ts';

const AI_CRAWLERS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-SearchBot',
  'PerplexityBot',
  'Google-Extended',
  'Applebot-Extended',
  'meta-externalagent',
  'Amazonbot',
  'Bytespider',
  'CCBot',
];

export const aiCrawlers: Check = {
  meta: {
    id: 'ai-crawlers',
    category: 'seo',
    title: 'Which AI crawlers may read the page',
    failureTitle: 'Which AI crawlers may read the page',
    importance: 'informative',
    basis: 'site',
    docs: {
      why: 'Whether language models may read a page and answer from it is your decision. This shows what robots.txt says today.',
      thresholds: 'Information only.',
      fix: 'List the crawlers you want to keep out, or let in, in robots.txt.',
      sources: [
        'https://platform.openai.com/docs/bots',
        'https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers',
      ],
    },
  },
  run({ robots, artifacts }) {
    const shut = AI_CRAWLERS.filter((crawler) => !robots.allows(crawler, artifacts.finalUrl));
    const value = `${AI_CRAWLERS.length - shut.length} of ${AI_CRAWLERS.length}`;
    if (shut.length === 0) return info('robots.txt lets all known AI crawlers read this page.', { value });
    return info(
      `robots.txt keeps ${shut.length} of ${AI_CRAWLERS.length} known AI crawlers out of this page.`,
      { value, items: shut },
    );
  },
};
