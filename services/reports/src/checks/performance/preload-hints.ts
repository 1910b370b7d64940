import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { bytesOf, REQUEST } from './estimates.ts';
import { attribute, tokens } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';

const KINDS = new Set([
  'audio',
  'document',
  'embed',
  'fetch',
  'font',
  'image',
  'object',
  'script',
  'style',
  'track',
  'video',
  'worker',
]);
const MANY = 10;

export const preloadHints: Check = {
  meta: {
    id: 'preload-hints',
    category: 'performance',
    title: 'Preload hints work',
    failureTitle: 'Preload hints don’t work',
    importance: 'low',
    basis: 'document',
    docs: {
      why: 'Browsers ignore a preload without a type, and fetch a font preloaded without crossorigin twice.',
      thresholds:
        'Pass: each has a known “as”, fonts have crossorigin, and there are up to 10. Warn: otherwise. Not applicable without preloads.',
      fix: 'Write <link rel="preload" as="font" crossorigin href="…"> only for files the first screen needs.',
      sources: [
        'https://web.dev/articles/preload-critical-assets',
        'https://html.spec.whatwg.org/multipage/links.html#link-type-preload',
      ],
    },
  },
  run({ page, artifacts }) {
    const hints = page.all('link').filter((link) => tokens(link, 'rel').includes('preload'));
    if (hints.length === 0) return notApplicable('The page has no preload hints.');
    const items = hints.flatMap((link) => {
      const note = faultOf(link);
      return note === null ? [] : [{ at: link, note }];
    });
    if (items.length > 0)
      return warn('Some preload hints don’t work. Correct those listed.', {
        value: items.length,
        expected: '0',
        items,
        // Fonts without crossorigin are fetched twice, and others of no use.
        saves: {
          bytes: bytesOf(
            artifacts,
            items.map(({ at }) => page.resolve(attribute(at, 'href') ?? '')?.href),
          ),
        },
      });
    if (hints.length > MANY)
      return warn(`${hints.length} preloads compete with each other. Keep those for the first screen.`, {
        value: hints.length,
        expected: `≤ ${MANY}`,
        items: hints,
        saves: { milliseconds: REQUEST },
      });
    return pass('Preload hints work.', { value: hints.length });
  },
};

const faultOf = (link: PageElement): string | null => {
  const kind = (attribute(link, 'as') ?? '').toLowerCase();
  if (!KINDS.has(kind)) return kind === '' ? '“as” is missing' : `Unknown type “${kind}”`;
  if (kind === 'font' && attribute(link, 'crossorigin') === null) return 'A font needs crossorigin';
  return (attribute(link, 'href') ?? attribute(link, 'imagesrcset') ?? '') === '' ? 'It names no file' : null;
};
