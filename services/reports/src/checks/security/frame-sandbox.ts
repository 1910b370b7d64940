import { type Check, notApplicable, pass, warn } from '../check.ts';
import { attribute, startTag, tokens } from '../page.ts';

export const frameSandbox: Check = {
  meta: {
    id: 'frame-sandbox',
    category: 'security',
    title: 'Embedded pages of others are held in',
    importance: 'low',
    weight: 1,
    basis: 'content',
    docs: {
      why: 'Without sandbox, an embedded page can send the whole window elsewhere on a click, and open others.',
      thresholds:
        'Frames of other sites. Pass: each has sandbox, and none both allow-scripts and allow-same-origin for this site’s own pages. Warn: otherwise. Not applicable without any.',
      fix: 'Add sandbox="allow-scripts allow-same-origin allow-popups" and take away what the player doesn’t need.',
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
    if (foreign.length + useless.length === 0) return notApplicable('The page embeds no pages of others.');
    const open = foreign.filter(({ frame }) => attribute(frame, 'sandbox') === null);
    const items = [...open, ...useless].map(({ frame }) => startTag(frame));
    if (items.length === 0) return pass('Embedded pages of others are held in.', { value: 0 });
    return warn('Some embedded pages are not held in. Give them a sandbox with what they need.', {
      value: items.length,
      expected: '0',
      items,
    });
  },
};
