import { controlsOf, namelessOf } from '../../page/html/accessible-name.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass } from '../outcomes.ts';

export const namedControls: Check = {
  meta: {
    id: 'named-controls',
    category: 'accessibility',
    title: 'Links and buttons have names',
    failureTitle: 'Links or buttons lack names',
    importance: 'high',
    basis: 'content',
    wcag: {
      criteria: ['2.4.4 Link Purpose (In Context)', '4.1.2 Name, Role, Value'],
      rules: ['button-name', 'link-name', 'input-button-name'],
    },
    docs: {
      why: 'A link with only an icon is read out as “link”, which tells neither people nor search engines what it does.',
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
    const controls = controlsOf(page);
    if (controls.length === 0) return notApplicable('The page has no links or buttons.');
    const nameless = namelessOf(page, controls);
    if (nameless.length === 0) return pass('Links and buttons have names.', { value: 0 });
    return fail(
      `${count(nameless.length, 'link or button', 'links or buttons')} without a name. Add text or aria-label.`,
      { value: nameless.length, expected: '0', items: nameless },
    );
  },
};
