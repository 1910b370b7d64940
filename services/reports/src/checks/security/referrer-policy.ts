import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { httpEquiv, metaContent, metaTags } from '../../page/html/head-tags.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const UNSAFE = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];

export const referrerPolicy: Check = {
  meta: {
    id: 'referrer-policy',
    category: 'security',
    title: 'Other sites don’t learn which page a visitor came from',
    failureTitle: 'Other sites learn which page a visitor came from',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'URLs can contain names, tokens and searches, and a lax policy makes browsers pass them on.',
      thresholds:
        'MDN Observatory’s verdict on the last known policy. Pass: a private one. Warn: an unsafe or unknown one. Missing is information only, as browsers then withhold the path.',
      fix: 'Send Referrer-Policy: strict-origin-when-cross-origin.',
      sources: [
        'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
        'https://www.w3.org/TR/referrer-policy/',
      ],
    },
  },
  run({ page, artifacts }) {
    const meta = metaContent(page, 'referrer');
    const said = [
      ...headerValues(artifacts.response.headers, 'referrer-policy'),
      ...httpEquiv(page, 'referrer-policy'),
      ...(meta === null ? [] : [meta]),
    ];
    if (said.length === 0)
      return info('No policy is set; browsers use strict-origin-when-cross-origin.', {
        value: 'referrer-policy-not-implemented',
      });
    const items = said.map((snippet) => ({
      snippet,
      at: metaTags(page, 'referrer').find((tag) => attribute(tag, 'content') === snippet),
    }));
    const policy = said
      .join(',')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .findLast((part) => PRIVATE.includes(part) || UNSAFE.includes(part));
    if (policy === undefined)
      return warn('The referrer policy is unknown to browsers. Use strict-origin-when-cross-origin.', {
        value: 'referrer-policy-header-invalid',
        items,
      });
    if (PRIVATE.includes(policy))
      return pass(`Other sites don’t learn the page’s address (${policy}).`, {
        value: 'referrer-policy-private',
      });
    return warn(
      `The policy ${policy} tells other sites more than necessary. Use strict-origin-when-cross-origin.`,
      { value: 'referrer-policy-unsafe', items },
    );
  },
};
