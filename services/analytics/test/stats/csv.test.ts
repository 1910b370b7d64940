import { toCsv } from '../../src/stats/csv.ts';

describe('CSV', () => {
  it('quotes what needs it and ends lines with CRLF', () => {
    expect(
      toCsv(
        ['value', 'count'],
        [
          ['a "b", c', 2],
          ['two\nlines', 0],
          ['', null],
        ],
      ),
    ).toBe('value,count\r\n"a ""b"", c",2\r\n"two\nlines",0\r\n,\r\n');
  });

  it('keeps a spreadsheet from reading a visitor’s text as a formula, and numbers as they are', () => {
    expect(
      toCsv(
        ['value', 'count'],
        [
          ['=HYPERLINK("x")', -4],
          ['@a', 1],
          ['+1', 2],
        ],
      ),
    ).toBe('value,count\r\n"\'=HYPERLINK(""x"")",-4\r\n\'@a,1\r\n\'+1,2\r\n');
  });
});
