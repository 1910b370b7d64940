import { hasLabel } from '../accessible-name.ts';
import { type Check, fail, notApplicable, pass } from '../check.ts';
import { attribute, type PageElement, startTag } from '../page.ts';
import { count } from '../thresholds.ts';

const UNLABELLED = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

export const formLabels: Check = {
  meta: {
    id: 'form-labels',
    category: 'content',
    title: 'Form fields have labels',
    importance: 'high',
    weight: 4,
    basis: 'content',
    docs: {
      why: 'A screen reader says the label; a click on it reaches the field. A placeholder is gone once one types.',
      thresholds:
        'Pass: every field has a label, an aria-label or a title. Fail: one has none. Not applicable without fields.',
      fix: 'Write <label for="id"> for each field.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/label',
        'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions',
      ],
    },
  },
  run({ page }) {
    const fields = page.all('input', 'select', 'textarea').filter(needsLabel);
    if (fields.length === 0) return notApplicable('The page has no form fields.');
    const bare = fields.filter((field) => !hasLabel(page, field));
    if (bare.length === 0) return pass('Form fields have labels.', { value: 0 });
    return fail(`${count(bare.length, 'form field')} without a label. Add one.`, {
      value: bare.length,
      expected: '0',
      items: bare.map(startTag),
    });
  },
};

function needsLabel(field: PageElement): boolean {
  if (field.hidden || attribute(field, 'aria-hidden') === 'true') return false;
  return field.name !== 'input' || !UNLABELLED.has((attribute(field, 'type') ?? '').toLowerCase());
}
