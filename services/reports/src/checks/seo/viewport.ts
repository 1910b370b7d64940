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
    if (!allowsZoom(settings.get('user-scalable')) || largestScale(settings.get('maximum-scale')) < 5)
      return warn('The viewport stops people from zooming. Remove user-scalable and maximum-scale.', extras);
    return pass('The page fits phones and can be zoomed.', { value: content, expected });
  },
};

/** As browsers read it (CSS Viewport, "user-scalable"): a number near 0 is a no, and so is any other word. */
const allowsZoom = (value: string | undefined): boolean => {
  if (value === undefined || value === '') return true;
  const number = Number.parseFloat(value);
  return Number.isNaN(number)
    ? ['yes', 'device-width', 'device-height'].includes(value)
    : Math.abs(number) >= 1;
};

/** As browsers read it: words have numbers of their own, and what is below 0 doesn't count. */
const largestScale = (value: string | undefined): number => {
  if (value === undefined || value === '') return 5;
  if (value.startsWith('device-')) return 10;
  if (value === 'yes') return 1;
  const number = Number.parseFloat(value);
  return Number.isNaN(number) ? 0 : number < 0 ? 5 : number;
};
