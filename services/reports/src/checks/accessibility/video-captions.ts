import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const videoCaptions: Check = {
  meta: {
    id: 'video-captions',
    category: 'accessibility',
    title: 'Videos have captions',
    failureTitle: 'Videos lack captions',
    importance: 'medium',
    basis: 'content',
    wcag: { criteria: ['1.2.2 Captions (Prerecorded)'], rules: ['video-caption'] },
    docs: {
      why: 'Deaf people rely on them, as do people without headphones.',
      thresholds:
        'Pass: each video with sound has a <track> of captions. Warn: some don’t. Not applicable without videos.',
      fix: 'Add <track kind="captions" srclang="en" src="….vtt">.',
      sources: [
        'https://developer.chrome.com/docs/lighthouse/accessibility/video-caption',
        'https://www.w3.org/WAI/WCAG22/Understanding/captions-prerecorded',
      ],
    },
  },
  run({ page }) {
    const videos = page.all('video').filter((video) => !video.hidden && attribute(video, 'muted') === null);
    if (videos.length === 0) return notApplicable('The page has no videos with sound.');
    const captioned = new Set(
      page
        .all('track')
        .filter((track) =>
          ['captions', 'subtitles', ''].includes((attribute(track, 'kind') ?? '').toLowerCase()),
        )
        .map(({ parent }) => parent),
    );
    const bare = videos.filter((video) => !captioned.has(video));
    if (bare.length === 0) return pass('Videos have captions.', { value: 0 });
    return warn(`${count(bare.length, 'video')} without captions. Add a track.`, {
      value: bare.length,
      expected: '0',
      items: bare,
    });
  },
};
