import { pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

const REVEALING =
  /\b(?:password|passwd|pwd|secret|api[_-]?key|token)\b\s*[:=]\s*\S+|\b(?:FIXME|HACK|XXX)\b|\b(?:backdoor|debug mode)\b/i;
/** An SQL query; “Select your language from the list” isn’t one. */
const QUERY = /\bSELECT\s.{1,80}\sFROM\s\w|\bselect \* from \w/;

export const revealingComments: Check = {
  meta: {
    id: 'revealing-comments',
    category: 'security',
    title: 'Comments reveal nothing internal',
    failureTitle: 'Comments reveal internal matters',
    importance: 'low',
    basis: 'document',
    rare: true,
    docs: {
      why: 'Comments in HTML are published. Credentials, queries and to-do notes in them help attackers.',
      thresholds: 'Pass: none with a password, a key, a query, FIXME or the like. Warn: some.',
      fix: 'Strip comments at build time, and revoke any credentials they exposed.',
      sources: ['https://owasp.org/www-project-web-security-testing-guide/'],
    },
  },
  run({ page }) {
    const items = commentsOf(page.html)
      .filter(({ comment }) => REVEALING.test(comment) || QUERY.test(comment))
      .map(({ comment, at }) => ({ snippet: comment.replace(/([:=]\s*)\S+/g, '$1…'), at }));
    if (items.length === 0) return pass('Comments reveal nothing internal.', { value: 0 });
    return warn('Some comments reveal internal details. Remove them.', {
      value: items.length,
      expected: '0',
      items,
    });
  },
};

/** A page’s comments, each up to 2,000 characters, found in one linear pass. */
const commentsOf = (html: string): { comment: string; at: number }[] => {
  const comments: { comment: string; at: number }[] = [];
  for (let start = html.indexOf('<!--'); start !== -1;) {
    const end = html.indexOf('-->', start + 4);
    if (end === -1) break;
    comments.push({ comment: html.slice(start + 4, Math.min(end, start + 2004)), at: start });
    start = html.indexOf('<!--', end);
  }
  return comments;
};
