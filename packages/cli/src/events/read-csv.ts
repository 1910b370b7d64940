/** A record of a CSV file, with the number of the line that it begins in. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * Reads CSV by RFC 4180 from pieces of text: quoted fields may hold commas, line ends and doubled
 * quotes. A byte order mark and empty lines are left out.
 * @throws Error for a quote that isn't closed
 */
export const readCsv = async function* (
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CsvRecord> {
  let fields: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'quote' = 'plain';
  let [line, start] = [1, 1];
  let afterReturn = false;
  let isFirst = true;

  for await (const chunk of chunks)
    for (const character of chunk) {
      const isMark = isFirst && character === '\uFEFF';
      isFirst = false;
      if (isMark) continue;
      const isEnd = character === '\n' || character === '\r';
      const isSecondHalf = character === '\n' && afterReturn;
      afterReturn = character === '\r';
      if (isEnd && !isSecondHalf) line++;
      if (state === 'quoted') {
        if (character === '"') state = 'quote';
        else field += character;
        continue;
      }
      if (character === '"' && (state === 'quote' || field === '')) {
        // A second quote inside of quotes stands for one.
        if (state === 'quote') field += '"';
        state = 'quoted';
      } else if (character === ',') {
        fields.push(field);
        [field, state] = ['', 'plain'];
      } else if (isEnd) {
        if (!isSecondHalf && (fields.length > 0 || field !== '' || state === 'quote'))
          yield { line: start, fields: [...fields, field] };
        [fields, field, state, start] = [[], '', 'plain', line];
      } else {
        field += character;
        state = 'plain';
      }
    }
  if (state === 'quoted') throw new Error(`Line ${start}: a quote is not closed.`);
  if (fields.length > 0 || field !== '' || state === 'quote')
    yield { line: start, fields: [...fields, field] };
};
