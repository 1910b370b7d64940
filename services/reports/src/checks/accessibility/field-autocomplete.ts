import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

const PERSONAL =
  /^(?:email|e-mail|mail|tel|phone|telephone|mobile|name|fname|lname|first_?name|last_?name|full_?name|street|address|zip|postal_?code|city|username|password)$/i;

export const fieldAutocomplete: Check = {
  meta: {
    id: 'field-autocomplete',
    category: 'accessibility',
    title: 'Browsers can fill in personal fields',
    failureTitle: 'Browsers can’t fill in personal fields',
    importance: 'low',
    basis: 'content',
    wcag: { criteria: ['1.3.5 Identify Input Purpose'], rules: ['autocomplete-valid'] },
    docs: {
      why: 'Autofill saves typing and mistakes, above all on phones, and password managers rely on it.',
      thresholds:
        'Fields for name, address, e-mail, telephone and password. Pass: all have autocomplete, and it is on. Warn: some don’t. Not applicable without such fields.',
      fix: 'Add autocomplete="email", "name", "current-password" and so on.',
      sources: [
        'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
        'https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose',
      ],
    },
  },
  run({ page }) {
    const fields = page.all('input').filter(isPersonal);
    if (fields.length === 0) return notApplicable('The page asks for nothing personal.');
    const bare = fields.filter((field) =>
      ['', 'off'].includes((attribute(field, 'autocomplete') ?? '').trim().toLowerCase()),
    );
    if (bare.length === 0) return pass('Browsers can fill in personal fields.', { value: 0 });
    return warn(`${count(bare.length, 'field')} that browsers can’t fill in. Add autocomplete.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};

const isPersonal = (field: PageElement): boolean => {
  const type = (attribute(field, 'type') ?? 'text').toLowerCase();
  if (type === 'email' || type === 'tel' || type === 'password') return true;
  return type === 'text' && PERSONAL.test(attribute(field, 'name') ?? '');
};
