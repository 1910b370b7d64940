import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { metaContent, metaTags } from '../../page/html/head-tags.ts';

export const viewport: Check = {
  meta: {
    id: 'viewport',
    category: 'seo',
    title: 'The page fits phones and can be zoomed',
    failureTitle: 'The page doesn’t fit phones or can’t be zoomed',
    importance: 'high',
    basis: 'document',
    docs: {
      why: 'Without a viewport, phones show a shrunken desktop page, and search engines index the phone’s view.',
      thresholds:
        'Pass: width=device-width (or an initial scale) with zoom allowed. Warn: zoom disabled or limited below 5×, or a fixed width. Fail: no viewport.',
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
        'The page has no viewport, so phones show it shrunken. Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
        { expected, items: whereMissing(page, 'head') },
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
    const extras = { value: content, expected, items: metaTags(page, 'viewport').slice(0, 1) };
    const width = settings.get('width');
    if (width === undefined && !settings.has('initial-scale'))
      return warn('The viewport sets no width. Add width=device-width.', extras);
    if (width !== 'device-width' && !settings.has('initial-scale'))
      return warn('The viewport has a fixed width. Use width=device-width.', extras);
    const scale = Number(settings.get('initial-scale') || 1);
    if (scale > 0 && scale < 1)
      return warn('The viewport shows the page shrunken. Use initial-scale=1.', extras);
    const scalable = settings.get('user-scalable');
    const largest = Number(settings.get('maximum-scale') ?? 5);
    if (scalable === 'no' || scalable === '0' || largest < 5)
      return warn('The viewport stops people from zooming. Remove user-scalable and maximum-scale.', extras);
    return pass('The page fits phones and can be zoomed.', { value: content, expected });
  },
};
