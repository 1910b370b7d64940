import { info, notApplicable } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { count } from '../../page/quantities.ts';
import { codeOf, inlineScripts } from '../../page/html/scripts-and-styles.ts';
import { answered } from '../../page/files/resources.ts';
import { headerValue } from '../../page/headers/response-headers.ts';

export const sourceMaps: Check = {
  meta: {
    id: 'source-maps',
    category: 'security',
    title: 'Whether source maps are published',
    failureTitle: 'Whether source maps are published',
    importance: 'informative',
    basis: 'resources',
    docs: {
      why: 'A source map gives everyone the code with comments and names, which may be unintended.',
      thresholds: 'Information only: this site’s scripts that refer to a source map.',
      fix: 'Upload maps to the error tracker and leave them out of the public build.',
      sources: ['https://tc39.es/ecma426/'],
    },
  },
  run({ page, artifacts }) {
    const inline = inlineScripts(page)
      .filter((script) => /[#@]\s*sourceMappingURL=(?!data:)\S+/.test(codeOf(script)))
      .map((at) => ({ snippet: 'inline script', at }));
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
      return notApplicable('The page loads no scripts from its own site.');
    return info(
      items.length === 0
        ? 'No script refers to a source map.'
        : `${count(items.length, 'script of the site refers', 'scripts of the site refer')} to a source map. Check that this is intended.`,
      { value: items.length, items },
    );
  },
};
