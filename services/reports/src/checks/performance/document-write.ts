import { fail, notApplicable, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { REQUEST } from './estimates.ts';
import { codeOf, inlineScripts } from '../../page/html/scripts-and-styles.ts';
import { answered } from '../../page/files/resources.ts';

export const documentWrite: Check = {
  meta: {
    id: 'document-write',
    category: 'performance',
    title: 'No script uses document.write',
    failureTitle: 'Scripts use document.write',
    importance: 'medium',
    basis: 'document',
    rare: true,
    docs: {
      why: 'document.write stops the parser, and browsers ignore it on slow connections.',
      thresholds:
        'Inline scripts, and others as far as read. Pass: none. Fail: one does. Not applicable without scripts.',
      fix: 'Insert elements with DOM methods, and load scripts with async or defer.',
      sources: ['https://developer.chrome.com/docs/lighthouse/best-practices/no-document-write'],
    },
  },
  run({ page, artifacts }) {
    const inline = inlineScripts(page).map((script) => ({
      source: 'inline',
      script,
      code: codeOf(script),
    }));
    const linked = answered(artifacts, 'script').flatMap(({ url, sample }) =>
      sample === null ? [] : [{ source: url, script: null, code: sample }],
    );
    const all = [...inline, ...linked];
    if (all.length === 0) return notApplicable('No script was read.');
    const items = all.flatMap(({ source, script, code }) => {
      const at = firstCall(code);
      return at === null
        ? []
        : [{ snippet: code.slice(Math.max(0, at - 60), at + 80), note: source, at: script }];
    });
    if (items.length === 0) return pass('No script uses document.write.', { value: 0 });
    return fail('A script uses document.write. Insert elements with DOM methods instead.', {
      value: items.length,
      expected: '0',
      items,
      saves: { milliseconds: REQUEST },
    });
  },
};

/** Comments, which are skipped, and calls. In quotes and addresses, `//` and `/*` begin no comment. */
const COMMENT_OR_CALL =
  /(?<!["'`\w*/])\/\*[^]*?(?:\*\/|$)|(?<![:"'`\w\\])\/\/[^\n]*|\bdocument\.write(?:ln)?\s*\(/g;

/** Where a script first calls it, as far as that can be told without parsing. */
const firstCall = (code: string): number | null => {
  for (const { 0: found, index } of code.matchAll(COMMENT_OR_CALL)) if (found.startsWith('d')) return index;
  return null;
};
