import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, inOrder } from '../../page/html/element.ts';
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
        'Fields for name, address, e-mail, telephone and password. Pass: all have a valid autocomplete, and it is on. Warn: some don’t. Not applicable without such fields.',
      fix: 'Add autocomplete="email", "name", "current-password" and so on.',
      sources: [
        'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
        'https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose',
      ],
    },
  },
  run({ page }) {
    const wrong = page.all('input', 'select', 'textarea').filter(isMisspelt);
    const fields = inOrder([...page.all('input').filter(isPersonal), ...wrong]);
    if (fields.length === 0) return notApplicable('The page asks for nothing personal.');
    const bare = fields.filter((field) => !isFilledIn(attribute(field, 'autocomplete') ?? ''));
    if (bare.length === 0) return pass('Browsers can fill in personal fields.', { value: 0 });
    return warn(`${count(bare.length, 'field')} that browsers can’t fill in. Add autocomplete.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};

const FIELDS = new Set(
  `name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password
  current-password one-time-code organization-title organization street-address address-line1 address-line2
  address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name
  cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type
  transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo`.split(
    /\s+/,
  ),
);
const CONTACTS = new Set(
  `tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email
  impp`.split(/\s+/),
);
const DEVICES = new Set(['home', 'work', 'mobile', 'fax', 'pager']);

/**
 * True if browsers fill in in a field with this `autocomplete` (HTML, "autofill detail tokens").
 */
const isFilledIn = (autocomplete: string): boolean => {
  const words = autocomplete.trim().toLowerCase().split(/\s+/);
  if (words.length === 1 && words[0] === 'on') return true;
  if (words[0]?.startsWith('section-')) words.shift();
  if (words[0] === 'shipping' || words[0] === 'billing') words.shift();
  if (words.at(-1) === 'webauthn') words.pop();
  const isContact = DEVICES.has(words[0] ?? '');
  if (isContact) words.shift();
  const [field = '', ...rest] = words;
  return rest.length === 0 && (CONTACTS.has(field) || (FIELDS.has(field) && !isContact));
};

/** Says what it is for in words that no browser knows; `off` and an empty one say nothing. */
const isMisspelt = (field: PageElement): boolean => {
  const autocomplete = attribute(field, 'autocomplete')?.trim().toLowerCase() ?? '';
  return !['', 'on', 'off'].includes(autocomplete) && isEditable(field) && !isFilledIn(autocomplete);
};

const isEditable = (field: PageElement): boolean =>
  ['readonly', 'disabled'].every((name) => attribute(field, name) === null) &&
  !['hidden', 'button', 'submit', 'reset'].includes(attribute(field, 'type')?.toLowerCase() ?? '');

/** Fields that people fill in themselves, for something of theirs. */
const isPersonal = (field: PageElement): boolean => {
  if (!isEditable(field)) return false;
  const type = (attribute(field, 'type') ?? 'text').toLowerCase();
  if (type === 'email' || type === 'tel' || type === 'password') return true;
  return type === 'text' && PERSONAL.test(attribute(field, 'name') ?? '');
};
