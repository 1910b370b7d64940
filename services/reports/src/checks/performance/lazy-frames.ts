import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOf } from './estimates.ts';
import { attribute } from '../../page/html/element.ts';
import { count } from '../../page/quantities.ts';

export const lazyFrames: Check = {
  meta: {
    id: 'lazy-frames',
    category: 'performance',
    title: 'Embedded pages load lazily',
    failureTitle: 'Embedded pages load eagerly',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'A video player or map brings a page’s worth of scripts, whether anyone sees it or not.',
      thresholds: 'Pass: every frame has loading="lazy". Warn: some don’t. Not applicable without frames.',
      fix: 'Add loading="lazy", or show an image until someone starts the player.',
      sources: ['https://web.dev/articles/iframe-lazy-loading'],
    },
  },
  run({ page, artifacts }) {
    const frames = page
      .all('iframe')
      .filter((frame) => /^(?:https?:)?\/\/|^\//.test(attribute(frame, 'src') ?? ''));
    if (frames.length === 0) return notApplicable('The page embeds no other pages.');
    const eager = frames.filter((frame) => attribute(frame, 'loading')?.toLowerCase() !== 'lazy');
    if (eager.length === 0) return pass('Embedded pages load lazily.', { value: 0 });
    return warn(
      `${count(eager.length, 'embedded page loads', 'embedded pages load')} eagerly. Add loading="lazy".`,
      {
        value: eager.length,
        expected: '0',
        items: eager,
        saves: {
          bytes: bytesOf(
            artifacts,
            eager.map((frame) => page.resolve(attribute(frame, 'src') ?? '')?.href),
          ),
        },
      },
    );
  },
};
