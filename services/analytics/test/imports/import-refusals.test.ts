import { gzipSync } from 'node:zlib';

import { zipOf, useImports } from './imports-harness.ts';

const { platform, api, bring } = useImports();

describe('refusals of imports', () => {
  it.each([
    ['no archive', 'plausible', 'export.zip', Buffer.from('PK\u0003\u0004 nonsense'), /ZIP archive/],
    ['another program’s file', 'plausible', 'orders.csv', 'id,total\n1,2\n', /looks like an export from/],
    [
      'a damaged count',
      'plausible',
      'imported_visitors.csv',
      'date,visitors\n2024-01-01,ehhhh\n',
      /row 2.*count/,
    ],
    [
      'a missing column',
      'plausible',
      'imported_visitors.csv',
      'day,visitors\n2024-01-01,1\n',
      /lacks the column/,
    ],
    [
      'a day that is none',
      'plausible',
      'imported_visitors.csv',
      'date,visitors\n2024-02-30,1\n',
      /is not a day/,
    ],
    ...[
      '+275760-09-13T00:00:00Z',
      '-000001-06-01T00:00:00Z',
      '1969-12-31T12:00:00Z',
      '2100-01-02T00:00:00Z',
    ].map((time): [string, string, string, string, RegExp] => [
      `the time ${time}`,
      'goatcounter',
      'g.csv',
      `2Path,Session,Date\n/,1,${time}\n`,
      new RegExp(`“${time.replace('+', '\\+')}” in Date is not a time from 1970 to 2099`),
    ]),
    [
      'a time far away',
      'umami',
      'event.csv',
      'session_id,created_at,url_path\na,+275760-09-13,/\n',
      /“\+275760-09-13” in created_at is not a time from 1970 to 2099/,
    ],
    [
      'a day without end',
      'ga4',
      'report.csv',
      '# Start date: 20240101\nNth day,Sessions\n2000000000,3\n',
      /“2000000000” in Nth day is not a day from 1970 to 2099/,
    ],
    [
      'a time that is none',
      'umami',
      'event.csv',
      'session_id,created_at,url_path\na,soon,/\n',
      /is not a time/,
    ],
    [
      'an unknown version',
      'goatcounter',
      'g.csv',
      '9Path,Session,Date\n/,1,2024-01-01T00:00:00Z\n',
      /GoatCounter/,
    ],
    [
      'a report without days',
      'ga4',
      'report.csv',
      'Country,Active users\nGermany,3\n',
      /column with the date/,
    ],
    ...(
      [
        ['a PDF document', '%PDF-1.7\n…', 'a PDF document'],
        ['a web page', '<!DOCTYPE html><title>Sign in</title>', 'a web page'],
        ['XML', '<?xml version="1.0"?><a/>', 'XML'],
        [
          'an Excel workbook',
          Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 1]),
          'an Excel workbook: save it as CSV',
        ],
        ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'a picture'],
        ['bytes of no text', Buffer.from('a,b\n\u0000\u0001'), 'binary data'],
      ] as const
    ).map(([what, content, kind]): [string, string, string, Buffer | string, RegExp] => [
      what,
      'plausible',
      'export.csv',
      content,
      new RegExp(`^export\\.csv is ${kind}\\. It must be CSV\\.$`),
    ]),
    [
      'half of a compressed file',
      'goatcounter',
      'export.csv.gz',
      gzipSync('2Path,Session,Date\n'.repeat(1_000)).subarray(0, 40),
      /^export\.csv\.gz is damaged/,
    ],
    [
      'a compressed file of nearly nothing',
      'ga4',
      'report.csv.gz',
      gzipSync(`Date,Sessions\n${'\n'.repeat(5_000_000)}`),
      /^report\.csv\.gz is compressed to less than 1\/200 of its size/,
    ],
    ['JSON', 'plausible', 'export.csv', '{"a":1}\n', /^export\.csv is JSON\. It must be CSV\.$/],
    ['JSON that is no event', 'ga4', 'events.json', '{"a":1}\n', /^Line 1 is no event of Analytics 4/],
    [
      'a list of JSON',
      'ga4',
      'events.json',
      '[\n{"a":1}]\n',
      /line 1 is not JSON\. Each line must hold one event/,
    ],
    [
      'a quote in the middle',
      'plausible',
      'imported_visitors.csv',
      'date,visitors\n2024-01-01,a"b"\n',
      /is not a CSV file/,
    ],
    ['a quote that never ends', 'ga4', 'report.csv', 'Date,Sessions\n"20240101,3\n', /not a CSV file/],
  ])('say what is wrong with %s', async (_, source, name, content, message) => {
    const site = await platform().createWebsite({ timezone: 'Europe/Berlin' });
    const failed = await bring(site, source, name, content);
    expect([failed.status, failed.days]).toEqual(['failed', 0]);
    expect(failed.error).toMatch(message);
  });

  it('refuse an archive that unpacks to far more than it is', async () => {
    const site = await platform().createWebsite();
    const bomb = await zipOf({ 'imported_visitors.csv': `date,visitors\n${'\n'.repeat(30_000_000)}` });
    expect(bomb.length).toBeLessThan(100_000);
    const failed = await bring(site, 'plausible', 'bomb.zip', bomb);
    expect(failed.error).toBe('imported_visitors.csv is compressed to less than 1/200 of its size.');
  });

  it('tell an Excel workbook from an archive of CSV files', async () => {
    const workbook = await zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
    const failed = await bring(await platform().createWebsite(), 'ga4', 'report.xlsx', workbook);
    expect([failed.status, failed.error]).toEqual([
      'failed',
      'report.xlsx is an Excel workbook. It must be CSV.',
    ]);
  });

  it('refuse an archive of more files than an export has', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `imported_pages_${index}.csv`);
    const many = await zipOf(Object.fromEntries(names.map((name) => [name, 'date,page\n'])));
    const failed = await bring(await platform().createWebsite(), 'plausible', 'many.zip', many);
    expect(failed).toMatchObject({ status: 'failed', error: 'The archive holds more than 100 files.' });
  });

  it.each([
    // The field of an entry in the directory, from its beginning, and what is written there.
    ['that lies about the size of a file', 24, 12, /damaged|longer than|size/],
    ['that claims gigabytes', 24, 3_000_000_000, /more than 2 GB|compressed to less than/],
    ['with a password', 8, 1, /password/],
    ['packed in an unknown way', 10, 99, /damaged/],
  ])('refuse an archive %s', async (_, field, value, message) => {
    const site = await platform().createWebsite();
    const archive = await zipOf({ 'imported_visitors.csv': 'date,visitors\n2024-01-01,1\n2024-01-02,1\n' });
    const directory = archive.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    archive.writeUIntLE(value, directory + field, value > 65_535 || field === 24 ? 4 : 2);
    const failed = await bring(site, 'plausible', 'export.zip', archive);
    expect([failed.status, failed.days]).toEqual(['failed', 0]);
    expect(failed.error).toMatch(message);
  });

  it('read no file by a path out of its archive, and name it without one', async () => {
    const site = await platform().createWebsite();
    const archive = await zipOf({ 'aa/aa/aa/imported_visitors.csv': 'date,visitors\n2024-01-01,x\n' });
    const outside = Buffer.from(archive.toString('latin1').replaceAll('aa/aa/aa/', '../../../'), 'latin1');
    const failed = await bring(site, 'plausible', 'export.zip', outside);
    expect(failed.status).toBe('failed');
    expect(failed.error).not.toContain('..');
  });

  it.each([
    ['1.5', /count/],
    ['0x10', /count/],
    ['1e3', /count/],
    ['-1', /count/],
    ['2000000001', /count/],
  ])('refuse the count %s by its row', async (count, message) => {
    const site = await platform().createWebsite();
    const content = `date,visitors\n2024-01-01,${count}\n`;
    const failed = await bring(site, 'plausible', 'imported_visitors.csv', content);
    expect([failed.status, failed.error]).toEqual(['failed', expect.stringMatching(message)]);
  });

  it.each(['soon', '0x1', '1e', '.', '1,5', 'Infinity', '-0.5', '1e10'])(
    'refuse the rate %s as no number',
    async (rate) => {
      const site = await platform().createWebsite();
      const content = `Date,Sessions,Bounce rate\n20240101,4,"${rate}"\n`;
      const failed = await bring(site, 'ga4', 'report.csv', content);
      expect([failed.status, failed.error]).toEqual([
        'failed',
        `report.csv, row 2: “${rate}” in bounce rate is not a valid number.`,
      ]);
    },
  );

  it('add up counts that are too much for one day in a sentence', async () => {
    const site = await platform().createWebsite();
    const content = `date,visitors\n${'2024-01-01,2000000000\n'.repeat(6)}`;
    const failed = await bring(site, 'plausible', 'imported_visitors.csv', content);
    expect([failed.status, failed.error]).toEqual(['failed', expect.stringMatching(/2024-01-01/)]);
  });

  it.each([
    [{ file_name: 'a.csv', content: 'YQ' }, 'source'],
    [{ source: 'matomo', file_name: 'a.csv', content: 'YQ' }, 'source'],
    [{ source: 'ga4', content: 'YQ' }, 'file_name'],
    [{ source: 'ga4', file_name: 'a.csv', content: '%%%' }, 'content'],
    [{ source: 'ga4', file_name: 'a.csv', complete: 1 }, 'content'],
    [{ source: 'ga4', file_name: 'a.csv', content: '', complete: 1 }, 'content'],
    [{ source: 'ga4', file_name: 'a.csv', content: '=' }, 'content'],
    [{ source: 'ga4', file_name: 'a.csv', content: 'A' }, 'content'],
  ])('refuse %j by its field', async (body, field) => {
    const site = await platform().createWebsite();
    const answer = await api('post', `/websites/${site.id}/imports`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await api('get', `/websites/${site.id}/imports`)).body.data).toEqual([]);
  });
});
