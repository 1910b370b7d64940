import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

const ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
  gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
  region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid
  treeitem text`.split(/\s+/),
);

export const ariaRoles: Check = {
  meta: {
    id: 'aria-roles',
    category: 'accessibility',
    title: 'ARIA roles are valid',
    failureTitle: 'ARIA roles are not valid',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['4.1.2 Name, Role, Value'], rules: ['aria-roles'] },
    rare: true,
    docs: {
      why: 'Browsers ignore a misspelt role, so assistive technology sees the plain element.',
      thresholds:
        'Pass: each attribute has at least one role from WAI-ARIA, DPUB-ARIA or Graphics. Warn: some don’t exist. Not applicable without roles.',
      fix: 'Use a role from WAI-ARIA or, better, the element that has it.',
      sources: [
        'https://www.w3.org/TR/wai-aria-1.2/#role_definitions',
        'https://developer.chrome.com/docs/lighthouse/accessibility/aria-roles',
      ],
    },
  },
  run({ page }) {
    const bearers = page.having('role').filter((element) => (attribute(element, 'role') ?? '').trim() !== '');
    if (bearers.length === 0) return notApplicable('The page uses no ARIA roles.');
    const wrong = bearers.filter(
      (element) =>
        !(attribute(element, 'role') ?? '')
          .toLowerCase()
          .trim()
          .split(/\s+/)
          .some((role) => ROLES.has(role) || /^(?:doc|graphics)-[a-z]+$/.test(role)),
    );
    if (wrong.length === 0) return pass('All ARIA roles are valid.', { value: 0 });
    return warn(`${count(wrong.length, 'role doesn’t', 'roles don’t')} exist. Correct the spelling.`, {
      value: wrong.length,
      expected: '0',
      items: wrong,
    });
  },
};
