import { toCsv } from '../src/index.ts';

describe('CSV', () => {
  it('ends lines with CRLF and quotes only what needs it', () => {
    const rows = [
      ['plain', 'with "quotes"', 'a,b', 'two\nlines'],
      [1, -2.5, null, ''],
    ];
    expect(toCsv(['a', 'b', 'c', 'd'], rows)).toBe(
      'a,b,c,d\r\nplain,"with ""quotes""","a,b","two\nlines"\r\n1,-2.5,,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('makes no formula of %j', (text) => {
    expect(toCsv(['x'], [[text]])).toBe(`x\r\n'${text}\r\n`);
  });
});
