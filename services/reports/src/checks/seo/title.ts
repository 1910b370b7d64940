import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { displayWidth, lengthForPeople } from '../../page/quantities.ts';
import { textOf } from '../../page/html/element.ts';

/** A title is there and says something: its length is advice, not a fault that costs as much as none. */
const MILD = 0.8;

export const title: Check = {
  meta: {
    id: 'title',
    category: 'seo',
    title: 'The page has one title of a useful length',
    failureTitle: 'The page lacks one title of a useful length',
    importance: 'critical',
    basis: 'content',
    docs: {
      why: 'The title is the headline of a search result, the label of a browser tab, and the clearest statement of what a page is about.',
      thresholds:
        'Pass: one title of 30–60 characters. Warn: one of up to 75. Fail: none, an empty one, several, or more than 75. East Asian characters count twice.',
      fix: 'Write one <title> in the head: what the page offers, the most important words first, 30 to 60 characters.',
      sources: [
        'https://developers.google.com/search/docs/appearance/title-link',
        'https://developer.chrome.com/docs/lighthouse/accessibility/document-title',
      ],
    },
  },
  run({ page }) {
    const all = page.all('title').filter((element) => !element.foreign);
    // One in the body is no title where the head has one.
    const inHead = all.filter((element) => element.inHead);
    const titles = inHead.length > 0 ? inHead : all;
    const texts = titles.map(textOf);
    const expected = '30–60 characters';
    const text = texts[0];
    if (text === undefined || text === '') {
      return fail('The page has no title. Add a <title> of 30 to 60 characters that says what it offers.', {
        expected,
        items: titles.length > 0 ? titles : whereMissing(page, 'head'),
      });
    }
    if (titles.length > 1) {
      return fail(`The page has ${titles.length} titles, and search engines may pick any. Keep one.`, {
        value: titles.length,
        expected,
        items: titles.map((element) => ({ snippet: textOf(element), at: element })),
      });
    }
    const length = displayWidth(text);
    const said = lengthForPeople(text);
    const extras = { value: text, expected, items: [{ snippet: text, note: said, at: titles[0] }] };
    if (length > 75)
      return fail(`The title has ${said} and will be cut off. Shorten it to 60 or fewer.`, extras);
    if (length > 60)
      return warn(`The title has ${said} and may be cut off. Shorten it to 60 or fewer.`, {
        ...extras,
        score: MILD,
      });
    if (length < 30)
      return warn(`The title has only ${said}. Use up to 60 to say what the page offers.`, {
        ...extras,
        score: length < 10 ? 0.5 : MILD,
      });
    return pass(`The title has ${said}.`, { value: text, expected });
  },
};
