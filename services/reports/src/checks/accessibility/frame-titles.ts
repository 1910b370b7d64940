import { authorName } from '../../page/html/accessible-name.ts';
import { exposedElements } from '../../page/html/page-layout.ts';
import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const frameTitles: Check = {
  meta: {
    id: 'frame-titles',
    category: 'accessibility',
    title: 'Frames have titles',
    failureTitle: 'Frames lack titles',
    importance: 'medium',
    basis: 'content',
    wcag: { criteria: ['4.1.2 Name, Role, Value'], rules: ['frame-title'] },
    docs: {
      why: 'Screen readers list frames by title; without one, people must enter a frame to learn what it contains.',
      thresholds: 'Pass: each visible frame has one. Fail: one has none. Not applicable without frames.',
      fix: 'Add title="what it shows" to each <iframe>.',
      sources: ['https://developer.chrome.com/docs/lighthouse/accessibility/frame-title'],
    },
  },
  run({ page }) {
    const exposed = exposedElements(page);
    const frames = page
      .all('iframe')
      .filter(
        (frame) =>
          exposed.has(frame) &&
          !['none', 'presentation'].includes(attribute(frame, 'role') ?? '') &&
          !(attribute(frame, 'tabindex') ?? '').trim().startsWith('-') &&
          !['0', '1'].includes(attribute(frame, 'width') ?? ''),
      );
    if (frames.length === 0) return notApplicable('The page has no visible frames.');
    const bare = frames.filter((frame) => authorName(page, frame) === '');
    if (bare.length === 0) return pass('Frames have titles.', { value: 0 });
    return fail(`${count(bare.length, 'frame')} without a title. Add one.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};
