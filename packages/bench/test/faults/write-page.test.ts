import { readFile } from 'node:fs/promises';

import { tableHead, tableRow } from '../../src/faults/table.ts';
import { replaceTable } from '../../src/faults/write-page.ts';

const row = (name: string): string =>
  tableRow({
    name,
    requests: 1_234,
    failures: new Map([[503, 7]]),
    secondsUntilWell: 0.5,
    acknowledged: 1_000,
    lost: [],
    memory: [2_000, 2_100],
  });

const head = tableHead();
const table = [...head, row('nothing'), row('everything at once')];

let page: string;
beforeAll(async () => {
  page = await readFile(new URL('../../../../docs/faults.md', import.meta.url), 'utf8');
});

it('puts the rows of a run in the place of those on the page, and leaves the rest', () => {
  const written = replaceTable(page, table);
  expect(written.match(/7 × 503/g)).toHaveLength(2);
  expect(written).not.toContain('| PostgreSQL killed');
  const proseOf = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('|'));
  expect(proseOf(written)).toEqual(proseOf(page));
});

it('writes columns as the formatter does: the rows of the page give the page', () => {
  const rows = page.split('\n').filter((line) => / → \d+ MB/.test(line));
  const narrow = rows.map((line) => line.replaceAll(/ {2,}/g, ' '));
  expect(rows.length).toBeGreaterThan(30);
  expect(replaceTable(page, [...head, ...narrow])).toBe(page);
});

it('refuses a page without the table', () => {
  expect(() => replaceTable('# Faults\n', table)).toThrow('no table');
});
