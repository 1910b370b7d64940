import { type Check, fail, pass, warn } from '../check.ts';
import { metaProperty } from '../head-tags.ts';

const CARDS = new Set(['summary', 'summary_large_image', 'app', 'player']);

export const twitterCard: Check = {
  meta: {
    id: 'twitter-card',
    category: 'seo',
    title: 'Shared links choose their card',
    importance: 'low',
    weight: 1,
    basis: 'content',
    docs: {
      why: 'Without twitter:card, X and those that follow it show a small square or nothing beside the link.',
      thresholds: 'Pass: a known card. Warn: none. Fail: an unknown one.',
      fix: 'Add <meta name="twitter:card" content="summary_large_image">; title and image are taken from Open Graph.',
      sources: ['https://developer.x.com/en/docs/x-for-websites/cards/overview/markup'],
    },
  },
  run({ page }) {
    const value = metaProperty(page, 'twitter:card')?.trim().toLowerCase() ?? null;
    const extras = { value, expected: 'summary_large_image' };
    if (value === null || value === '') return warn('The page chooses no card. Add twitter:card.', extras);
    if (!CARDS.has(value))
      return fail(`There is no card “${value}”. Use summary or summary_large_image.`, extras);
    return pass('The page chooses its card.', extras);
  },
};
