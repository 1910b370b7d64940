import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { metaProperty, propertyTag } from '../../page/html/head-tags.ts';

const CARDS = new Set(['summary', 'summary_large_image', 'app', 'player']);

export const twitterCard: Check = {
  meta: {
    id: 'twitter-card',
    category: 'seo',
    title: 'Shared links declare a card type',
    failureTitle: 'Shared links declare no card type',
    importance: 'low',
    basis: 'content',
    docs: {
      why: 'Without twitter:card, X and apps that follow it show a small square, or nothing, beside the link.',
      thresholds: 'Pass: a known card. Warn: none. Fail: an unknown one.',
      fix: 'Add <meta name="twitter:card" content="summary_large_image">; the title and image come from Open Graph.',
      sources: ['https://developer.x.com/en/docs/x-for-websites/cards/overview/markup'],
    },
  },
  run({ page }) {
    const value = metaProperty(page, 'twitter:card')?.trim().toLowerCase() ?? null;
    const extras = { value, expected: 'summary_large_image' };
    if (value === null || value === '')
      return warn('The page declares no card type. Add twitter:card.', {
        ...extras,
        items: whereMissing(page, 'head'),
      });
    if (!CARDS.has(value))
      return fail(`There is no card “${value}”. Use summary or summary_large_image.`, {
        ...extras,
        items: [propertyTag(page, 'twitter:card')].filter((tag) => tag !== undefined),
      });
    return pass('The page declares its card type.', extras);
  },
};
