import { pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { metaContent } from '../../page/html/head-tags.ts';
import { attribute, tokens } from '../../page/html/element.ts';

export const appIcons: Check = {
  meta: {
    id: 'app-icons',
    category: 'content',
    title: 'The page can be put on a home screen',
    failureTitle: 'The page can’t be put on a home screen',
    importance: 'low',
    basis: 'document',
    docs: {
      why: 'On a home screen, a page without an icon shows as a blurry screenshot.',
      thresholds: 'Pass: apple-touch-icon or a web app manifest. Warn: neither.',
      fix: 'Add <link rel="apple-touch-icon" href="…"> at 180 × 180 pixels, and <link rel="manifest">.',
      sources: [
        'https://web.dev/learn/pwa/web-app-manifest',
        'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html',
      ],
    },
  },
  run({ page }) {
    const relations = page
      .all('link')
      .filter((link) => (attribute(link, 'href') ?? '') !== '')
      .flatMap((link) => tokens(link, 'rel'));
    const found = ['apple-touch-icon', 'apple-touch-icon-precomposed', 'manifest'].filter((relation) =>
      relations.includes(relation),
    );
    const value = found.join(', ');
    if (found.length > 0)
      return pass(
        `The page has ${value}${metaContent(page, 'theme-color') === null ? '' : ' and a theme colour'}.`,
        { value },
      );
    return warn('The page has no icon for home screens. Add apple-touch-icon.', {
      value: null,
      items: whereMissing(page, 'head'),
    });
  },
};
