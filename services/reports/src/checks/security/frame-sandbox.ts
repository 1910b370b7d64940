import { notApplicable, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { attribute, tokens } from '../../page/html/element.ts';

export const frameSandbox: Check = {
  meta: {
    id: 'frame-sandbox',
    category: 'security',
    title: 'Third-party frames are sandboxed',
    failureTitle: 'Third-party frames are not sandboxed',
    importance: 'low',
    basis: 'content',
    docs: {
      why: 'Without a sandbox, an embedded page can redirect the whole window on a click, and open pop-ups.',
      thresholds:
        'Frames from other sites. Pass: each has sandbox, and none both allow-scripts and allow-same-origin for this site’s own pages. Warn: otherwise. Not applicable without any.',
      fix: 'Add sandbox="allow-scripts allow-same-origin allow-popups" and remove permissions the frame doesn’t need.',
      sources: ['https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox'],
    },
  },
  run({ page }) {
    const frames = page
      .all('iframe')
      .map((frame) => ({ frame, url: page.resolve(attribute(frame, 'src') ?? 'about:blank') }))
      .filter(({ url }) => url?.protocol === 'https:' || url?.protocol === 'http:');
    const foreign = frames.filter(({ url }) => url?.host !== page.url.host);
    const useless = frames.filter(
      ({ frame, url }) =>
        url?.host === page.url.host &&
        ['allow-scripts', 'allow-same-origin'].every((token) => tokens(frame, 'sandbox').includes(token)),
    );
    if (foreign.length + useless.length === 0) return notApplicable('The page has no third-party frames.');
    const open = foreign.filter(({ frame }) => attribute(frame, 'sandbox') === null);
    const items = [...open, ...useless].map(({ frame }) => frame);
    if (items.length === 0) return pass('Third-party frames are sandboxed.', { value: 0 });
    return warn(
      'Some third-party frames aren’t sandboxed. Give them a sandbox with only the permissions they need.',
      {
        value: items.length,
        expected: '0',
        items,
      },
    );
  },
};
