import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { displayWidth, lengthForPeople } from '../../page/quantities.ts';
import { metaTags } from '../../page/html/head-tags.ts';
import { attribute } from '../../page/html/element.ts';

export const metaDescription: Check = {
  meta: {
    id: 'meta-description',
    category: 'seo',
    title: 'The page has a meta description',
    failureTitle: 'The page lacks a useful meta description',
    importance: 'high',
    basis: 'content',
    docs: {
      why: 'Search engines show the description below the title. A good one wins the click.',
      thresholds:
        'Pass: one of 80–160 characters. Warn: another length, or several. Fail: none or an empty one. East Asian characters count twice.',
      fix: 'Add <meta name="description" content="…"> to the head: one or two sentences, 80 to 160 characters, unique to the page.',
      sources: [
        'https://developers.google.com/search/docs/appearance/snippet',
        'https://developer.chrome.com/docs/lighthouse/seo/meta-description',
      ],
    },
  },
  run({ page }) {
    const tags = metaTags(page, 'description');
    const contents = tags.map((meta) => (attribute(meta, 'content') ?? '').trim());
    const expected = '80–160 characters';
    const text = contents[0];
    if (text === undefined || text === '') {
      return fail('The page has no meta description. Add one of 80 to 160 characters to the head.', {
        expected,
        items: tags.length > 0 ? tags : whereMissing(page, 'head'),
      });
    }
    if (contents.length > 1) {
      return warn(`The page has ${contents.length} meta descriptions. Keep one.`, {
        value: contents.length,
        expected,
        items: tags,
      });
    }
    const length = displayWidth(text);
    const said = lengthForPeople(text);
    const extras = { value: text, expected, items: [{ snippet: text, note: said, at: tags[0] }] };
    if (length > 160)
      return warn(`The description has ${said} and will be cut off. Shorten it to 160 or fewer.`, extras);
    if (length < 80) return warn(`The description has only ${said}. Use 80 to 160.`, extras);
    return pass(`The description has ${said}.`, { value: text, expected });
  },
};
