import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';

export const brokenResources: Check = {
  meta: {
    id: 'broken-resources',
    category: 'performance',
    title: 'No file is missing',
    failureTitle: 'Files are missing',
    importance: 'critical',
    basis: 'resources',
    rare: true,
    critical: true,
    docs: {
      why: 'A missing style or script leaves the page broken, and the failed request still costs time.',
      thresholds:
        'Pass: every file responds with a status below 400. Fail: one is missing or unreachable. Refusals of bots (401, 403, 405, 429) don’t count. Not applicable without files.',
      fix: 'Correct the addresses, or remove the elements.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9110#section-15.5'],
    },
  },
  run({ artifacts: { resources } }) {
    if (resources.length === 0) return notApplicable('The page loads no files.');
    const broken = resources.flatMap((resource) => {
      if (!resource.ok)
        return resource.code === 'unreachable' || resource.code === 'connect'
          ? [{ snippet: resource.url, note: resource.code }]
          : [];
      const refused = [401, 403, 405, 429].includes(resource.status);
      return resource.status >= 400 && !refused
        ? [{ snippet: resource.url, note: String(resource.status) }]
        : [];
    });
    if (broken.length === 0) return pass('No file is missing.', { value: 0 });
    return fail(`${count(broken.length, 'file')} missing. Correct the addresses.`, {
      value: broken.length,
      expected: '0',
      items: broken,
    });
  },
};
