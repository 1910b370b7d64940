import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Finding } from '../outcomes.ts';

export const insecureForms: Check = {
  meta: {
    id: 'insecure-forms',
    category: 'security',
    title: 'Forms send what people type safely',
    failureTitle: 'Forms send what people type unsafely',
    importance: 'high',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Data sent over plain HTTP can be read on the way, and a password in a URL stays in logs and histories.',
      thresholds:
        'Pass: forms go to HTTPS, and passwords by POST. Fail: otherwise. Not applicable without forms.',
      fix: 'Give forms an https action, and method="post" for passwords.',
      sources: [
        'https://www.w3.org/TR/mixed-content/',
        'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
      ],
    },
  },
  run({ page }) {
    const forms = page.all('form');
    const passwords = page
      .all('input')
      .filter((input) => attribute(input, 'type')?.toLowerCase() === 'password');
    if (forms.length === 0 && passwords.length === 0) return notApplicable('The page has no forms.');
    // A field without a name isn’t sent.
    const sent = passwords.filter((input) => (attribute(input, 'name') ?? '') !== '');
    const byId = new Map(forms.map((form) => [attribute(form, 'id') ?? '', form]));
    const formOf = (field: PageElement): PageElement | null => {
      const id = attribute(field, 'form');
      return id === null ? field.form : (byId.get(id) ?? null);
    };
    const withPassword = new Set(sent.map(formOf));
    const items = [
      ...forms.flatMap((form) => faultsOf(form, page, withPassword.has(form))),
      ...page
        .having('formaction')
        .filter((button) => sendsPlainly(attribute(button, 'formaction'), page))
        .map((button) => ({ at: button, note: 'It sends over plain HTTP' })),
      ...page
        .having('formmethod')
        .filter((button) => attribute(button, 'formmethod')?.trim().toLowerCase() === 'get')
        .filter((button) => formOf(button) !== null && withPassword.has(formOf(button)))
        .map((button) => ({ at: button, note: 'The password becomes part of the URL' })),
    ];
    if (page.url.protocol === 'http:' && passwords.length > 0)
      items.push(
        ...passwords.map((input) => ({
          at: input,
          note: 'A password on a page without HTTPS',
        })),
      );
    if (items.length === 0) return pass('Forms send what people type safely.', { value: 0 });
    return fail('A form sends what people type unsafely. Use https and POST.', {
      value: items.length,
      expected: '0',
      items,
    });
  },
};

const sendsPlainly = (target: string | null, page: Page): boolean =>
  page.url.protocol === 'https:' && page.resolve(target ?? '')?.protocol === 'http:';

const faultsOf = (form: PageElement, page: Page, hasPassword: boolean): Finding[] => {
  const faults: Finding[] = [];
  if (sendsPlainly(attribute(form, 'action'), page))
    faults.push({ at: form, note: 'It sends over plain HTTP' });
  const method = (attribute(form, 'method') ?? 'get').trim().toLowerCase();
  if (
    hasPassword &&
    method !== 'post' &&
    method !== 'dialog' &&
    attribute(form, 'onsubmit') === null &&
    // Without an action, it is usually a script that sends, if there is one.
    (attribute(form, 'action') !== null || page.all('script').length === 0)
  ) {
    faults.push({ at: form, note: 'The password becomes part of the URL' });
  }
  return faults;
};
