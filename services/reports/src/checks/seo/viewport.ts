import { type Check, fail, pass, warn } from '../check.ts';
import { metaContent } from '../head-tags.ts';

export const viewport: Check = {
  meta: {
    id: 'viewport',
    category: 'seo',
    title: 'The page fits phones and can be zoomed',
    importance: 'high',
    weight: 5,
    basis: 'document',
    docs: {
      why: 'Without a viewport, phones show the desktop page shrunk, and search engines index the page as they see it on a phone.',
      thresholds:
        'Pass: width=device-width (or an initial scale), zoom left on. Warn: zoom is off or below 5×, or a fixed width. Fail: no viewport.',
      fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/pwa/viewport',
        'https://www.w3.org/WAI/WCAG22/Understanding/resize-text',
      ],
    },
  },
  run({ page }) {
    const content = metaContent(page, 'viewport');
    const expected = 'width=device-width, initial-scale=1';
    if (content === null || content.trim() === '')
      return fail(
        'The page has no viewport, so phones show it shrunk. Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
        { expected },
      );
    const settings = new Map(
      content
        .toLowerCase()
        .split(/[,;]/)
        .map((part): [string, string] => {
          const [name = '', value = ''] = part.split('=');
          return [name.trim(), value.trim()];
        }),
    );
    const extras = { value: content, expected, items: [`<meta name="viewport" content="${content}">`] };
    const width = settings.get('width');
    if (width !== 'device-width' && !settings.has('initial-scale'))
      return warn('The viewport has a fixed width. Use width=device-width.', extras);
    const scalable = settings.get('user-scalable');
    const largest = Number(settings.get('maximum-scale') ?? 5);
    if (scalable === 'no' || scalable === '0' || largest < 5)
      return warn('The viewport keeps people from zooming. Remove user-scalable and maximum-scale.', extras);
    return pass('The page fits phones and can be zoomed.', { value: content, expected });
  },
};
