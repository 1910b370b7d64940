import { zipOf, useImports } from './imports-harness.ts';

const { platform, api, bring } = useImports();

describe('refusals of imports', () => {
  it.each([
    ['no archive', 'plausible', 'export.zip', Buffer.from('PK\u0003\u0004 nonsense'), /ZIP archive/],
    ['another program’s file', 'plausible', 'orders.csv', 'id,total\n1,2\n', /is known from an export/],
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
      /is no day/,
    ],
    ['a time that is none', 'umami', 'event.csv', 'session_id,created_at,url_path\na,soon,/\n', /is no time/],
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
    ['a quote that never ends', 'ga4', 'report.csv', 'Date,Sessions\n"20240101,3\n', /no CSV file/],
  ])('say what is wrong with %s', async (_, source, name, content, message) => {
    const site = await platform().createWebsite();
    const failed = await bring(site, source, name, content);
    expect([failed.status, failed.days]).toEqual(['failed', 0]);
    expect(failed.error).toMatch(message);
  });

  it('refuse an archive that unpacks to far more than it is', async () => {
    const site = await platform().createWebsite();
    const bomb = await zipOf({ 'imported_visitors.csv': `date,visitors\n${'\n'.repeat(30_000_000)}` });
    expect(bomb.length).toBeLessThan(100_000);
    const failed = await bring(site, 'plausible', 'bomb.zip', bomb);
    expect(failed.error).toBe('imported_visitors.csv is packed more than 200 times.');
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
