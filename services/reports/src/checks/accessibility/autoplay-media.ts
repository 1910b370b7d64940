import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';

export const autoplayMedia: Check = {
  meta: {
    id: 'autoplay-media',
    category: 'accessibility',
    title: 'No sound starts by itself',
    failureTitle: 'Sound starts by itself',
    importance: 'medium',
    basis: 'content',
    wcag: { criteria: ['1.4.2 Audio Control'], rules: [] },
    rare: true,
    docs: {
      why: 'Sound talks over screen readers and drives people away, and browsers block it.',
      thresholds:
        'Pass: no audio or video with autoplay and sound. Warn: one. Not applicable without audio and video.',
      fix: 'Remove autoplay, or add muted.',
      sources: ['https://www.w3.org/WAI/WCAG22/Understanding/audio-control'],
    },
  },
  run({ page }) {
    const media = page.all('audio', 'video');
    if (media.length === 0) return notApplicable('The page has no audio or video.');
    const loud = media.filter(
      (element) =>
        attribute(element, 'autoplay') !== null &&
        ['muted', 'controls'].every((name) => attribute(element, name) === null),
    );
    if (loud.length === 0) return pass('No sound starts by itself.', { value: 0 });
    return warn('Audio or video starts with sound by itself. Remove autoplay or add muted.', {
      value: loud.length,
      expected: '0',
      items: loud,
    });
  },
};
