import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { hasKnownRegion, isLanguage } from '../../page/html/head-tags.ts';
import { attribute } from '../../page/html/element.ts';

export const htmlLang: Check = {
  meta: {
    id: 'html-lang',
    category: 'accessibility',
    title: 'The page declares its language',
    failureTitle: 'The page doesn’t declare a valid language',
    importance: 'high',
    basis: 'document',
    wcag: { criteria: ['3.1.1 Language of Page'], rules: ['html-has-lang', 'html-lang-valid'] },
    docs: {
      why: 'Screen readers choose their voice by it, browsers offer translations, and search engines show the page to people who read that language.',
      thresholds:
        'Pass: <html lang> with a known language. Warn: an unknown region. Fail: missing or unknown.',
      fix: 'Write <html lang="en"> with the language of the text.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/html-has-lang',
        'https://developer.chrome.com/docs/lighthouse/accessibility/html-lang-valid',
        'https://www.rfc-editor.org/rfc/rfc5646',
      ],
    },
  },
  run({ page }) {
    const root = page.all('html')[0];
    const tag = (root === undefined ? null : attribute(root, 'lang'))?.trim() ?? '';
    if (tag === '')
      return fail('The page doesn’t declare its language. Add lang to <html>.', {
        value: null,
        items: whereMissing(page, 'html'),
      });
    const extras = { value: tag, items: [{ snippet: `<html lang="${tag}">`, at: root }] };
    if (!isLanguage(tag)) return fail(`“${tag}” is not a language. Use a code such as en or pt-BR.`, extras);
    if (!hasKnownRegion(tag))
      return warn(
        `“${tag}” has an unknown region. Use an ISO 3166-1 code; the United Kingdom is GB.`,
        extras,
      );
    return pass(`The page is in ${tag}.`, { value: tag });
  },
};
