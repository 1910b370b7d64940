import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { decodeHtml, encodingName } from '../../src/page/html/html-charset.ts';
import type { Comparison, Suite } from './verdict.ts';

const FILES = ['tests1.dat', 'tests2.dat', 'test-yahoo-jp.dat'];
const CASE = /^#data\n(?<data>[\s\S]*?)\n#encoding\n(?<encoding>[^\n]+)/gm;

/** html5lib's examples of how an encoding is found. @param folder a checkout of html5lib-tests */
export const compareHtml5lib = (folder: string): Suite[] => {
  const comparisons = FILES.flatMap((file) => {
    // As bytes: the documents aren't in one encoding.
    const text = readFileSync(join(folder, 'encoding', file), 'latin1');
    return [...text.matchAll(CASE)].map(
      ({ groups: { data = '', encoding = '' } = {} }, index): Comparison => {
        const expected = encodingName(encoding) ?? encoding;
        const actual = decodeHtml(Buffer.from(data, 'latin1'), null).charset.used;
        return { name: `${file} ${index + 1}`, agrees: expected === actual, expected, actual };
      },
    );
  });
  return [{ title: 'html5lib-tests: encoding', comparisons }];
};
