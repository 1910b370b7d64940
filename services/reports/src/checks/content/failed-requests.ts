import { failedRequestsOf } from '../../page/browser-facts.ts';
import { count } from '../../page/quantities.ts';
import type { Check } from '../check.ts';
import { info, notApplicable, pass } from '../outcomes.ts';

/**
 * Only informs: files that the markup names are judged by `broken-resources`, and whatever fails
 * shows up in the console too.
 */
export const failedRequests: Check = {
  meta: {
    id: 'failed-requests',
    category: 'content',
    title: 'No request of the page fails',
    failureTitle: 'Requests of the page fail',
    importance: 'informative',
    basis: 'document',
    needsBrowser: true,
    docs: {
      why: 'Scripts request files and data, too. Whatever they don’t get is missing from the page.',
      thresholds:
        'Lists requests that got no response, or one with a status of 400 or above. Informs only. Not applicable without a browser.',
      fix: 'Fix or remove whatever requests these addresses.',
      sources: ['https://developer.chrome.com/docs/devtools/network/reference'],
    },
  },
  run({ artifacts: { browser } }) {
    if (browser === undefined) return notApplicable('No browser rendered the page.');
    const failures = failedRequestsOf(browser);
    if (failures.length === 0) return pass('No request failed.', { value: 0 });
    return info(`${count(failures.length, 'request')} failed. Mend or remove what asks for them.`, {
      value: failures.length,
      expected: '0',
      items: failures.map(({ url, reason }) => ({ snippet: url, note: reason })),
    });
  },
};
