import { fail, notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { deliveredPolicy } from '../../page/content-security-policy.ts';
import { attribute, startTag, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

const ACTIVE: Record<string, string> = { script: 'src', iframe: 'src', object: 'data', embed: 'src' };
const PASSIVE: Record<string, string> = { img: 'src', audio: 'src', video: 'src', source: 'src' };

export const mixedContent: Check = {
  meta: {
    id: 'mixed-content',
    category: 'security',
    title: 'Nothing on the page loads over plain HTTP',
    failureTitle: 'The page loads files over plain HTTP',
    importance: 'critical',
    basis: 'content',
    rare: true,
    critical: true,
    docs: {
      why: 'Browsers block scripts, styles and frames over http on an https page, and upgrade images to https, where they may be missing.',
      thresholds:
        'Pass: none, or browsers are told to upgrade them (upgrade-insecure-requests). Warn: images or media. Fail: scripts, styles, frames or objects. Not applicable without HTTPS.',
      fix: 'Use https:// URLs; upgrade-insecure-requests in the policy helps with old content.',
      sources: [
        'https://www.w3.org/TR/mixed-content/',
        'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
      ],
    },
  },
  run({ page, artifacts }) {
    if (page.url.protocol !== 'https:') return notApplicable('The page itself loads over plain HTTP.');
    const isPlain = (element: PageElement, names: Record<string, string>) => {
      const name = names[element.name];
      const reference = name === undefined ? null : attribute(element, name);
      return reference !== null && page.resolve(reference)?.protocol === 'http:';
    };
    const isPlainSheet = (element: PageElement) =>
      element.name === 'link' &&
      tokens(element, 'rel').includes('stylesheet') &&
      page.resolve(attribute(element, 'href') ?? '')?.protocol === 'http:';
    const active = page.elements.filter((element) => isPlain(element, ACTIVE) || isPlainSheet(element));
    const passive = page.elements.filter((element) => isPlain(element, PASSIVE));
    const value = active.length + passive.length;
    const items = [...active, ...passive].map(startTag);
    if (value > 0 && deliveredPolicy(page, artifacts).policy?.has('upgrade-insecure-requests') === true)
      return pass('Browsers load everything over HTTPS, as the policy tells them.', { value, items });
    if (active.length > 0)
      return fail(
        `${count(active.length, 'script, style or frame', 'scripts, styles or frames')} over plain HTTP, which browsers block. Use https.`,
        { value, expected: '0', items },
      );
    if (passive.length > 0)
      return warn(
        `${count(passive.length, 'image or media file', 'images or media files')} over plain HTTP. Use https.`,
        { value, expected: '0', items },
      );
    return pass('Nothing loads over plain HTTP.', { value });
  },
};
