import { readFile } from 'node:fs/promises';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

it('every threat of docs/security.md names a test that is there', async () => {
  const rows = (await read('docs/security.md')).split('\n').filter((line) => /^\| [STRIDE] /.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [, file = '', title = ''] = /`([\w/.-]+\/test\/[\w/.-]+\.ts)`: “(.*)” *\|$/.exec(row) ?? [];
    expect({ row, isThere: (await read(file)).includes(`'${title}'`) }).toEqual({ row, isThere: true });
  }
});
