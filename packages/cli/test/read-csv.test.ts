import fc from 'fast-check';

import { readCsv } from '../src/events/import-events-command.ts';

const read = async (text: string, size = text.length || 1): Promise<string[][]> => {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  const records: string[][] = [];
  for await (const { fields } of readCsv(chunks)) records.push(fields);
  return records;
};

const quote = (field: string): string => `"${field.replaceAll('"', '""')}"`;

describe('readCsv', () => {
  it('reads what any RFC 4180 writer produces, however it is split into chunks', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r', ' ') });
    const records = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 9 }),
        async (rows, end, size) => {
          const text = rows.map((row) => row.map(quote).join(',')).join(end);
          expect(await read(text, size)).toEqual(rows);
        },
      ),
    );
  });

  it('reads unquoted fields, skips empty lines, and needs no final newline', async () => {
    expect(await read('a,b\n\n1, 2 \r\n,\n"",x"y')).toEqual([
      ['a', 'b'],
      ['1', ' 2 '],
      ['', ''],
      ['', 'x"y'],
    ]);
  });

  it('drops a byte order mark, and no other character like it', async () => {
    for (const size of [1, 20])
      expect(await read('\uFEFF"a, b",c\n\uFEFFd,e', size)).toEqual([
        ['a, b', 'c'],
        ['\uFEFFd', 'e'],
      ]);
  });

  it('numbers records by the line they start on', async () => {
    const lines: number[] = [];
    for await (const { line } of readCsv(['a\r\n"b\r\nc"\r\n\r\nd'])) lines.push(line);
    expect(lines).toEqual([1, 2, 5]);
  });

  it('names the line of an unclosed quote', async () => {
    await expect(read('a\n"b\nc')).rejects.toThrow('Line 2: a quote is not closed.');
  });
});
