import { hasAriaName, hasContentName } from '../accessible-name.ts';
import { type Check, fail, notApplicable, pass } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

export const namedControls: Check = {
  meta: {
    id: 'named-controls',
    category: 'content',
    title: 'Links and buttons have names',
    importance: 'high',
    weight: 4,
    basis: 'content',
    docs: {
      why: 'A link of an icon alone is read out as “link”. Nobody knows what it does, nor do search engines.',
      thresholds:
        'Pass: each has text, an image with alt, or a label. Fail: one has none. Not applicable without links and buttons.',
      fix: 'Add text, alt to the image inside, or aria-label.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/link-name',
        'https://developer.chrome.com/docs/lighthouse/accessibility/button-name',
      ],
    },
  },
  run({ page }) {
    const controls = page.all('a', 'button').filter(isControl);
    if (controls.length === 0) return notApplicable('The page has no links or buttons.');
    const nameless = controls.filter((element) => !hasAriaName(page, element) && !hasContentName(element));
    if (nameless.length === 0) return pass('Links and buttons have names.', { value: 0 });
    return fail(
      `${count(nameless.length, 'link or button', 'links or buttons')} without a name. Add text or aria-label.`,
      { value: nameless.length, expected: '0', items: nameless.map(startTag) },
    );
  },
};

function isControl(element: PageElement): boolean {
  if (element.foreign || element.hidden || attribute(element, 'aria-hidden') === 'true') return false;
  return element.name === 'button' || attribute(element, 'href') !== null;
}
