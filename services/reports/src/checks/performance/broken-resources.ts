import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOf, REQUEST } from './estimates.ts';
import type { ResourceFacts } from '../../page/page-artifacts.ts';
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
  run({ artifacts }) {
    const { resources } = artifacts;
    if (resources.length === 0) return notApplicable('The page loads no files.');
    const broken = resources.flatMap((resource) => {
      if (!resource.ok)
        return resource.code === 'unreachable' || resource.code === 'connect'
          ? [{ snippet: resource.url, note: resource.code }]
          : [];
      const refused = [401, 403, 405, 429].includes(resource.status);
      if (resource.status >= 400)
        return refused ? [] : [{ snippet: resource.url, note: noteOf(resource, String(resource.status)) }];
      const type = unusableType(resource);
      return type === null ? [] : [{ snippet: resource.url, note: noteOf(resource, `sent as ${type}`) }];
    });
    if (broken.length === 0) return pass('No file is missing.', { value: 0 });
    return fail(`${count(broken.length, 'file')} missing or unusable. Correct the addresses.`, {
      value: broken.length,
      expected: '0',
      items: broken,
      saves: {
        bytes: bytesOf(
          artifacts,
          broken.map(({ snippet }) => snippet),
        ),
        milliseconds: REQUEST,
      },
    });
  },
};

/** Adds what refers to the file, if that isn't in plain sight. */
const noteOf = ({ isShown, initiator }: ResourceFacts, fault: string): string =>
  isShown === false ? `${fault}, named by ${initiator}` : fault;

/** Types that browsers refuse to run as a script (Fetch, "blocked by MIME type"), and pages. */
const NO_SCRIPT = /^(?:image|audio|video)\/|^text\/(?:csv|html)$/;

/**
 * The media type of a file that browsers can't use for what it is: a page in place of a style sheet, a
 * script or an image, as servers send for an address that doesn't exist.
 */
const unusableType = ({ kind, mediaType }: ResourceFacts & { mediaType: string | null }): string | null => {
  const type = mediaType?.toLowerCase() ?? '';
  if (type === '') return null;
  const isWrong =
    (kind === 'stylesheet' && type !== 'text/css') ||
    (kind === 'script' && NO_SCRIPT.test(type)) ||
    ((kind === 'image' || kind === 'font') && type === 'text/html');
  return isWrong ? type : null;
};
