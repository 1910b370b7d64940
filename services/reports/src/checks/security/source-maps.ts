import { type Check, info, notApplicable } from '../check.ts';
import { codeOf, inlineScripts } from '../inline-code.ts';
import { answered } from '../resources.ts';
import { headerValue } from '../response-headers.ts';

export const sourceMaps: Check = {
  meta: {
    id: 'source-maps',
    category: 'security',
    title: 'Whether source maps are published',
    importance: 'informative',
    weight: 0,
    basis: 'resources',
    docs: {
      why: 'A source map gives everybody the code with its comments and names, which may or may not be meant.',
      thresholds: 'Informs only: scripts of this site that name a source map.',
      fix: 'Upload maps to the error tracker and leave them out of the public build.',
      sources: ['https://tc39.es/ecma426/'],
    },
  },
  run({ page, artifacts }) {
    const inline = inlineScripts(page)
      .map(codeOf)
      .filter((code) => /[#@]\s*sourceMappingURL=(?!data:)\S+/.test(code))
      .map(() => 'inline script');
    const own = answered(artifacts, 'script').filter(({ url }) => URL.parse(url)?.host === page.url.host);
    const linked = own
      .filter(
        ({ headers, sample }) =>
          headerValue(headers, 'sourcemap') !== null ||
          /[#@]\s*sourceMappingURL=(?!data:)\S+/.test(sample ?? ''),
      )
      .map(({ url }) => url);
    const items = [...inline, ...linked];
    if (own.length === 0 && items.length === 0)
      return notApplicable('The page loads no scripts of its own site.');
    return info(
      items.length === 0
        ? 'No source map is named.'
        : `${items.length} of the site’s scripts name a source map. Check that this is meant.`,
      { value: items.length, items },
    );
  },
};
