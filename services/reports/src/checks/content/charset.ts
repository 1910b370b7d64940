import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { META_PRESCAN_BYTES } from '../../page/html/html-charset.ts';
import { attribute } from '../../page/html/element.ts';

export const charset: Check = {
  meta: {
    id: 'charset',
    category: 'content',
    title: 'The page declares its character encoding',
    failureTitle: 'The page doesn’t declare its character encoding properly',
    importance: 'high',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Without a declaration browsers guess, and letters beyond English may be garbled.',
      thresholds:
        'Pass: UTF-8 by byte order mark, Content-Type or a <meta> in the first 1,024 bytes. Warn: another encoding, or header and meta disagree. Fail: not declared, or too late.',
      fix: 'Save the page as UTF-8 and make <meta charset="utf-8"> the first element of the head.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/best-practices/charset',
        'https://html.spec.whatwg.org/multipage/semantics.html#charset',
      ],
    },
  },
  run({ page, artifacts: { charset: facts } }) {
    const extras = { value: facts.used, expected: 'utf-8' };
    const declaration = page.all('meta').find((one) => attribute(one, 'charset') !== null);
    if (facts.source === 'default' || facts.source === 'late_meta')
      return fail(
        `The encoding is not declared within the first ${META_PRESCAN_BYTES} bytes. Add <meta charset="utf-8"> at the start of the head.`,
        { ...extras, value: null, items: whereMissing(page, 'head') },
      );
    if (facts.used !== 'utf-8')
      return warn(`The page is encoded as ${facts.used}. Use UTF-8.`, {
        ...extras,
        items: [declaration ?? whereMissing(page, 'head')].flat(),
      });
    const { header, meta } = facts;
    if (header !== null && meta !== null && !isUtf8(header) !== !isUtf8(meta))
      return warn(`The header says ${header} and the page ${meta}. Make both utf-8.`, {
        ...extras,
        items: [
          `Content-Type: charset=${header}`,
          {
            snippet: `<meta charset="${meta}">`,
            at: declaration,
          },
        ],
      });
    return pass('The page is declared as UTF-8.', extras);
  },
};

const isUtf8 = (label: string) => /^utf-?8$/i.test(label.trim());
