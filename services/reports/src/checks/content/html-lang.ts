import { type Check, fail, pass, warn } from '../check.ts';
import { hasKnownRegion, isLanguage } from '../language-tag.ts';
import { attribute } from '../page.ts';

export const htmlLang: Check = {
  meta: {
    id: 'html-lang',
    category: 'content',
    title: 'The page says its language',
    importance: 'high',
    weight: 4,
    basis: 'document',
    docs: {
      why: 'Screen readers choose their voice by it, browsers offer translation, and search engines match people to it.',
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
    if (tag === '') return fail('The page doesn’t say its language. Add lang to <html>.', { value: null });
    const extras = { value: tag, items: [`<html lang="${tag}">`] };
    if (!isLanguage(tag)) return fail(`“${tag}” is no language. Use a code such as en or pt-BR.`, extras);
    if (!hasKnownRegion(tag))
      return warn(
        `“${tag}” names an unknown region. Use a code of ISO 3166-1; the United Kingdom is GB.`,
        extras,
      );
    return pass(`The page is in ${tag}.`, { value: tag });
  },
};
