import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import type { PageElement } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

const COMPANIONS = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy'];

export const crawlableLinks: Check = {
  meta: {
    id: 'crawlable-links',
    category: 'seo',
    title: 'Links can be followed by crawlers',
    failureTitle: 'Crawlers can’t follow some links',
    importance: 'high',
    basis: 'content',
    rare: true,
    docs: {
      why: 'Crawlers find pages by the href of links. A link that only works with a script is a dead end for them.',
      thresholds:
        'Pass: every <a> that acts as a link has an address. Fail: one has none, an invalid one, file: or javascript:void(0).',
      fix: 'Put each link’s destination in href, and use <button> for anything that isn’t a link.',
      sources: [
        'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
        'https://developer.chrome.com/docs/lighthouse/seo/crawlable-anchors',
      ],
    },
  },
  run({ page }) {
    const all = page.all('a');
    if (all.length === 0) return notApplicable('The page has no links.');
    const broken = all.filter((element) => isUncrawlable(element, page));
    const extras = { value: broken.length, expected: '0', items: broken };
    if (broken.length === 0) return pass('Every link can be followed.', extras);
    return fail(
      `${count(broken.length, 'link')} can’t be followed by crawlers. Put the destination in href.`,
      extras,
    );
  },
};

const isUncrawlable = (element: PageElement, page: Page): boolean => {
  const raw = attribute(element, 'href');
  const href = (raw ?? '').replace(/\s/g, '');
  if ((attribute(element, 'role') ?? '').trim() !== '' || href.startsWith('mailto:')) return false;
  if (href === '' && attribute(element, 'id')) return false;
  if (href.startsWith('file:')) return true;
  if ((attribute(element, 'name') ?? '').trim() !== '') return false;
  if (raw === null) {
    const isPlaceholder = COMPANIONS.every((name) => attribute(element, name) === null);
    return !isPlaceholder || attribute(element, 'onclick') !== null;
  }
  return /javascript:void\(?0\)?/.test(href) || page.resolve(href) === null;
};
