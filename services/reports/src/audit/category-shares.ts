import type { Category } from '../checks/check.ts';

/** The categories’ display names. */
export const CATEGORY_TITLES: Record<Category, string> = {
  seo: 'Search engines',
  performance: 'Performance',
  security: 'Security',
  content: 'Content',
};

/** Each category’s share of the overall score, in percent. */
export const CATEGORY_SHARES: Record<Category, number> = {
  seo: 30,
  performance: 25,
  security: 25,
  content: 20,
};
