import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckResult } from '../../src/checks/check.ts';
import { finds, verdictsOn } from './verdict.ts';
import type { Comparison, Suite } from './verdict.ts';

interface Rule {
  readonly id: string;
  /** Our check with the same subject. */
  readonly check: string;
  /** When the check says what the rule asks, where it asks more than that. */
  readonly isFailed?: (result: CheckResult) => boolean;
}

const GROUPS: readonly (readonly [title: string, rules: readonly Rule[]])[] = [
  [
    'names of links, buttons, image buttons, images, drawings, fields, headings, frames',
    [
      { id: 'c487ae', check: 'named-controls' },
      { id: '97a4e1', check: 'named-controls' },
      { id: '59796f', check: 'named-controls' },
      { id: '23a2a8', check: 'image-alt' },
      { id: '7d6734', check: 'image-alt' },
      { id: 'e086e5', check: 'form-labels' },
      { id: 'ffd0e9', check: 'empty-headings' },
      { id: 'cae760', check: 'frame-titles' },
    ],
  ],
  [
    'lang present, lang valid, title present',
    [
      {
        id: 'b5c3f8',
        check: 'html-lang',
        isFailed: ({ status, value }) => status === 'fail' && value === null,
      },
      {
        id: 'bf051a',
        check: 'html-lang',
        isFailed: ({ status, value }) => status === 'fail' && value !== null,
      },
      {
        id: '2779a5',
        check: 'title',
        isFailed: ({ status, message }) => status === 'fail' && /no title|empty/.test(message),
      },
    ],
  ],
  ['role values', [{ id: '674b10', check: 'aria-roles' }]],
  ['ids are unique', [{ id: '3ea0c8', check: 'duplicate-ids' }]],
  ['no timed refresh', [{ id: 'bc659a', check: 'meta-refresh' }]],
];

/**
 * Where we differ on purpose: a placeholder is a name but no label; sprites repeat the ids of a
 * drawing, and nothing refers to them; a refresh after 0 seconds passes, but search engines want a
 * redirect.
 */
const DIFFERENCES = new Set([
  'e086e5 Passed Example 5',
  '3ea0c8 Failed Example 2',
  'bc659a Passed Example 1',
  'bc659a Passed Example 2',
]);

const EXAMPLE =
  /^#### (?<name>(?<kind>Passed|Failed|Inapplicable) Example \d+)\s(?<text>[\s\S]*?)```html[^\n]*\n(?<html>[\s\S]*?)```/gm;

const compare = ({ id, check, isFailed = finds }: Rule, markdown: string): Comparison[] =>
  [...markdown.matchAll(EXAMPLE)].map(({ groups: { name = '', kind = '', html = '' } = {} }) => {
    const result = verdictsOn({ html }).get(check);
    if (result === undefined) throw new Error(`There is no check ${check}.`);
    const isExpected = kind === 'Failed';
    const isFound = isFailed(result);
    return {
      name: `${id} ${name}`,
      isKnown: DIFFERENCES.has(`${id} ${name}`),
      agrees: isExpected === isFound,
      expected: kind.toLowerCase(),
      actual: `${check} ${result.status}: ${result.message}`,
    };
  });

/** The examples of the ACT rules on our checks' subjects. @param folder a checkout of act-rules.github.io */
export const compareActRules = (folder: string): Suite[] => {
  const rules = join(folder, '_rules');
  const files = readdirSync(rules);
  const markdownOf = (id: string): string => {
    const file = files.find((name) => name.endsWith(`-${id}.md`));
    if (file === undefined) throw new Error(`${rules} has no rule ${id}.`);
    return readFileSync(join(rules, file), 'utf8');
  };
  return GROUPS.map(([title, group]) => ({
    title: `ACT rules: ${title}`,
    comparisons: group.flatMap((rule) => compare(rule, markdownOf(rule.id))),
  }));
};
