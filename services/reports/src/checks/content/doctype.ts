import { fail, notApplicable, pass, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

export const doctype: Check = {
  meta: {
    id: 'doctype',
    category: 'content',
    title: 'The document has the HTML doctype',
    failureTitle: 'The document lacks the HTML doctype',
    importance: 'medium',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Without it, browsers lay the page out by the rules of the 1990s (quirks mode).',
      thresholds:
        'Pass: <!doctype html>, which gives standards mode. Fail: none, or one that gives quirks or limited quirks mode. Not applicable to pages sent as application/xhtml+xml.',
      fix: 'Make <!doctype html> the first line.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/best-practices/doctype',
        'https://html.spec.whatwg.org/multipage/syntax.html#the-doctype',
      ],
    },
  },
  run({ page, artifacts }) {
    const type = headerValue(artifacts.response.headers, 'content-type') ?? '';
    if (/^\s*application\/xhtml\+xml\b/i.test(type))
      return notApplicable('The page is sent as XML, which is always laid out in standards mode.');
    const extras = { value: page.mode, expected: 'no-quirks' };
    if (page.doctype === null)
      return fail('The page has no doctype. Begin it with <!doctype html>.', {
        ...extras,
        items: whereMissing(page, 'html'),
      });
    if (page.mode === 'no-quirks') return pass('The page is laid out in standards mode.', extras);
    return fail(`The doctype gives ${page.mode} mode. Replace it with <!doctype html>.`, {
      ...extras,
      items: [
        {
          snippet: `<!doctype ${page.doctype.name} "${page.doctype.publicId}">`,
          at: Math.max(0, page.html.search(/<!doctype/i)),
        },
      ],
    });
  },
};
