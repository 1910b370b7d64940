import { type Check, fail, notApplicable, pass } from '../check.ts';
import { count } from '../thresholds.ts';

export const brokenResources: Check = {
  meta: {
    id: 'broken-resources',
    category: 'performance',
    title: 'Every file that the page names is there',
    importance: 'high',
    weight: 5,
    basis: 'resources',
    rare: true,
    docs: {
      why: 'A missing style or script leaves the page broken, and the request for it costs as much as a good one.',
      thresholds:
        'Pass: all answer below 400. Fail: one is missing or can’t be reached. Refusals of automatic visitors (401, 403, 405, 429) don’t count. Not applicable without files.',
      fix: 'Correct the addresses, or take the elements out.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9110#section-15.5'],
    },
  },
  run({ artifacts: { resources } }) {
    if (resources.length === 0) return notApplicable('The page names no files.');
    const broken = resources.flatMap((resource) => {
      if (!resource.ok)
        return resource.code === 'dns' || resource.code === 'connect'
          ? [{ snippet: resource.url, note: resource.code }]
          : [];
      const refused = [401, 403, 405, 429].includes(resource.status);
      return resource.status >= 400 && !refused
        ? [{ snippet: resource.url, note: String(resource.status) }]
        : [];
    });
    if (broken.length === 0) return pass('Every file that the page names is there.', { value: 0 });
    return fail(`${count(broken.length, 'file')} missing. Correct the addresses.`, {
      value: broken.length,
      expected: '0',
      items: broken,
    });
  },
};
