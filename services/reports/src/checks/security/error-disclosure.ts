import { fail, pass } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { textOf } from '../../page/html/element.ts';

const TRACES = [
  /\b(?:Fatal error|Parse error|Warning|Notice): .{1,200} in \/[\w./-]{1,200}\.php on line \d{1,7}/,
  /Traceback \(most recent call last\):/,
  /\bat [\w.$<>]{1,200}\(\w{1,100}\.java:\d{1,7}\)/,
  /\bat [\w.<>$]{1,200} \(\/[\w./-]{1,200}\.[cm]?[jt]s:\d{1,7}:\d{1,7}\)/,
  /You have an error in your SQL syntax/,
  /\b(?:ORA-\d{5}|PG::\w+Error|SQLSTATE\[\w+\]|System\.Data\.SqlClient\.SqlException)/,
  /Server Error in '\/.*' Application/,
  /ActionView::Template::Error|ActiveRecord::\w+Error/,
];

export const errorDisclosure: Check = {
  meta: {
    id: 'error-disclosure',
    category: 'security',
    title: 'The page shows no internal errors',
    failureTitle: 'The page shows internal errors',
    importance: 'high',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Stack traces and database errors tell attackers about paths, versions and queries.',
      thresholds: 'In visible text, except code samples. Pass: none. Fail: a known form of trace or error.',
      fix: 'Fix the error, and turn detailed errors off in production.',
      sources: ['https://owasp.org/www-community/Improper_Error_Handling'],
    },
  },
  run({ page }) {
    const items = TRACES.flatMap((pattern) => {
      const said = pattern.exec(page.prose);
      if (said !== null) return [{ snippet: said[0], at: page.proseAt(said.index) }];
      const written = pattern.exec(page.preformatted)?.[0];
      if (written === undefined) return [];
      const holder = page.all('pre').find((element) => textOf(element).includes(written.slice(0, 60)));
      return [{ snippet: written, at: holder ?? null }];
    });
    if (items.length === 0) return pass('The page shows no internal errors.');
    return fail('The page shows an internal error. Fix it, and turn detailed errors off.', {
      value: items.length,
      items,
    });
  },
};
