import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { metaProperty, propertyTag } from '../../page/html/head-tags.ts';

const REQUIRED = ['og:title', 'og:type', 'og:image', 'og:url'];

export const openGraph: Check = {
  meta: {
    id: 'open-graph',
    category: 'seo',
    title: 'Shared links have a title and a picture',
    failureTitle: 'Shared links lack a title or a picture',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'Messengers and social networks build link previews from Open Graph tags. They don’t run scripts.',
      thresholds:
        'Pass: og:title, og:type, og:image and og:url, URLs absolute. Warn: some are missing or relative. Fail: none.',
      fix: 'Add the four <meta property="og:…"> tags with absolute URLs and an image of 1,200 × 630 pixels.',
      sources: ['https://ogp.me/'],
    },
  },
  run({ page }) {
    const missing = REQUIRED.filter((property) => !metaProperty(page, property)?.trim());
    if (missing.length === REQUIRED.length)
      return fail('The page has no Open Graph tags. Add og:title, og:type, og:image and og:url.', {
        value: 0,
        expected: '4',
        items: whereMissing(page, 'head'),
      });
    if (missing.length > 0)
      return warn(`Missing: ${missing.join(', ')}. Add them for a full preview.`, {
        value: REQUIRED.length - missing.length,
        expected: '4',
        items: missing.map((snippet) => ({ snippet, at: whereMissing(page, 'head')[0] })),
      });
    const relative = ['og:image', 'og:url'].filter(
      (property) => !/^https?:\/\//i.test(metaProperty(page, property)?.trim() ?? ''),
    );
    if (relative.length > 0)
      return warn(`Not absolute: ${relative.join(', ')}. Networks need absolute URLs.`, {
        value: 4,
        items: relative.map((property) => ({
          snippet: `${property}: ${metaProperty(page, property) ?? ''}`,
          at: propertyTag(page, property),
        })),
      });
    return pass('The Open Graph tags are complete.', { value: 4, expected: '4' });
  },
};
