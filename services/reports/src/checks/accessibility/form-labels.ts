import { fieldName, fieldsOf } from '../../page/html/accessible-name.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { fail, notApplicable, pass } from '../outcomes.ts';

export const formLabels: Check = {
  meta: {
    id: 'form-labels',
    category: 'accessibility',
    title: 'Form fields have labels',
    failureTitle: 'Form fields lack labels',
    importance: 'high',
    basis: 'content',
    wcag: {
      criteria: ['1.3.1 Info and Relationships', '3.3.2 Labels or Instructions', '4.1.2 Name, Role, Value'],
      rules: ['label', 'select-name'],
    },
    docs: {
      why: 'Screen readers announce the label, and clicking it focuses the field. A placeholder disappears on typing.',
      thresholds:
        'Pass: every field has a label, an aria-label or a title. Fail: one has none. Not applicable without fields.',
      fix: 'Add a <label for="id"> for each field.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/label',
        'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions',
      ],
    },
  },
  run({ page }) {
    const fields = fieldsOf(page);
    if (fields.length === 0) return notApplicable('The page has no form fields.');
    const bare = fields.filter((field) => fieldName(page, field) === '');
    if (bare.length === 0) return pass('Form fields have labels.', { value: 0 });
    return fail(`${count(bare.length, 'form field')} without a label. Add one.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};
