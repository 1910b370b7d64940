import { silentLogger } from '@platform/runtime';
import request from 'supertest';
import { ZipFile } from 'yazl';

import { createDictionaryStore } from '../../src/collect/dictionary/dictionary-store.ts';
import { createImportJob } from '../../src/imports/import-job.ts';
import { createImportedDaysStore } from '../../src/imports/imported-days-store.ts';
import type { ImportedDaysStore } from '../../src/imports/imported-days-store.ts';
import { createImportsStore } from '../../src/imports/imports-store.ts';
import { startPlatform } from '../harness.ts';
import type { Platform, WebsiteJson } from '../harness.ts';
import { plausibleExport } from './plausible-export.ts';

const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('imports', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  const createJob = (wrap: (days: ImportedDaysStore) => ImportedDaysStore = (days) => days) => {
    const { database } = platform.db;
    return createImportJob({
      store: createImportsStore(database),
      days: wrap(createImportedDaysStore(database, createDictionaryStore(database))),
      logger: silentLogger(),
      now: Date.now,
    });
  };
  const api = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(platform.server)
      [method](`/api/v1${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);
  const upload = async (site: WebsiteJson, source: string, name: string, content: Buffer | string) => {
    const made = await api('post', `/websites/${site.id}/imports`, {
      source,
      file_name: name,
      content: Buffer.from(content).toString('base64'),
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    return made.body.data as { id: number };
  };
  const bring = async (site: WebsiteJson, source: string, name: string, content: Buffer | string) => {
    const { id } = await upload(site, source, name, content);
    await createJob().run();
    return (await api('get', `/websites/${site.id}/imports/${id}`)).body.data;
  };
  const query = async (site: WebsiteJson, from: string, to: string, body: object) =>
    (await api('post', `/stats/${site.id}/query`, { date_range: { from, to }, ...body })).body.data;
  const sum = (rows: readonly Record<string, number>[], name: string): number =>
    rows.reduce((total, row) => total + (row[name] ?? 0), 0);

  it('of a Plausible export equal Plausible’s own totals, without its help', async () => {
    const site = await platform.createWebsite({ timezone: 'America/New_York', privacy: 0 });
    const { files, days, byValue } = plausibleExport('2024-01-15', 70);
    const done = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    expect(done).toMatchObject({
      status: 'completed',
      progress: 100,
      days: 70,
      skipped_days: 0,
      first_day: '2024-01-15',
      last_day: '2024-03-24',
      kept_as: 'daily_sums',
      error: null,
    });
    const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'events'];
    const total = await query(site, '2024-01-01', '2024-04-30', { metrics });
    const visits = sum(days, 'visits');
    expect(total).toMatchObject({ imported_days: 70, includes_imported: true });
    expect(total.rows[0].metrics).toEqual({
      visits,
      visitors: sum(days, 'visitors'),
      pageviews: sum(days, 'pageviews'),
      bounce_rate: Number((sum(days, 'bounces') / visits).toFixed(4)),
      visit_duration: Number((sum(days, 'visit_duration') / visits).toFixed(1)),
      events: sum(days, 'events'),
    });
    const daily = await query(site, '2024-01-15', '2024-03-24', {
      metrics: ['visits'],
      dimensions: ['time:day'],
    });
    expect(daily.rows.map((row: { metrics: object }) => row.metrics)).toEqual(
      days.map((day) => ({ visits: day['visits'] })),
    );
    for (const [dimension, metric] of [
      ['page', 'pageviews'],
      ['referrer', 'visits'],
      ['country', 'visitors'],
      ['browser', 'visits'],
      ['os', 'visits'],
      ['device', 'visits'],
      ['utm_campaign', 'visits'],
      ['event', 'events'],
      ['entry_page', 'visits'],
      ['exit_page', 'visits'],
    ] as const) {
      const { rows } = await query(site, '2024-01-01', '2024-04-30', {
        metrics: [metric],
        dimensions: [dimension],
      });
      const counts = rows.map(
        (row: { dimensions: Record<string, string>; metrics: Record<string, number> }) => [
          row.dimensions[dimension],
          row.metrics[metric],
        ],
      );
      expect([dimension, Object.fromEntries(counts)]).toEqual([dimension, byValue[dimension]]);
    }
    const filtered = await query(site, '2024-01-01', '2024-04-30', {
      metrics: ['visits'],
      filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }],
    });
    expect(filtered).toMatchObject({ imported_days: 70, includes_imported: false });
    const page = await request(platform.server).get(`/s/${site.site_key}?from=2024-01-01&to=2024-04-30`);
    expect(page.text).toMatch(/Imported as daily sums: 15 Jan – 24 Mar 2024 \(Plausible\)\./);
    expect(page.text).toContain('class="band"');
    expect((await request(platform.server).get(`/s/${site.site_key}?period=all`)).text).toContain('Jan 2024');
  });

  it('count no day twice, and are undone by one call', async () => {
    const site = await platform.createWebsite();
    await platform.backfill(site, [Date.parse('2024-01-17T12:00:00Z')]);
    const { files, days } = plausibleExport('2024-01-15', 5);
    const first = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    expect(first).toMatchObject({ days: 4, skipped_days: 1 });
    const views = async () =>
      (await query(site, '2024-01-15', '2024-01-19', { metrics: ['pageviews'] })).rows[0].metrics.pageviews;
    const expected = sum(days, 'pageviews') - (days[2]?.['pageviews'] ?? 0) + 1;
    expect(await views()).toBe(expected);
    const second = await bring(site, 'plausible', 'export.zip', await zipOf(files));
    expect(second).toMatchObject({ status: 'completed', days: 0, skipped_days: 5 });
    expect(await views()).toBe(expected);
    expect((await api('delete', `/websites/${site.id}/imports/${second.id as number}`)).status).toBe(200);
    expect(await views()).toBe(expected);
    const undone = await api('delete', `/websites/${site.id}/imports/${first.id as number}`);
    expect(undone.body).toMatchObject({ object: 'import', deleted: true });
    expect(await views()).toBe(1);
    expect((await bring(site, 'plausible', 'export.zip', await zipOf(files))).days).toBe(4);
    expect(await views()).toBe(expected);
  });

  it('go on where they were stopped, and count each day once', async () => {
    const site = await platform.createWebsite();
    const { files, days } = plausibleExport('2024-02-01', 8);
    const { id } = await upload(site, 'plausible', 'export.zip', await zipOf(files));
    const stopping = new AbortController();
    let written = 0;
    const stopped = createJob((store) => ({
      async write(...call) {
        written += 1;
        if (written === 2) stopping.abort();
        return store.write(...call);
      },
    }));
    await stopped.run(stopping.signal);
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({ status: 'pending', days: 2 });
    await Promise.all([createJob().run(), createJob().run()]);
    expect((await api('get', path)).body.data).toMatchObject({
      status: 'completed',
      days: 8,
      skipped_days: 0,
    });
    const total = await query(site, '2024-02-01', '2024-02-08', { metrics: ['visits'] });
    expect(total.rows[0].metrics.visits).toBe(sum(days, 'visits'));
  });

  it('fail after three attempts, and leave nothing behind when they are undone', async () => {
    const site = await platform.createWebsite();
    const { files } = plausibleExport('2024-02-01', 3);
    const { id } = await upload(site, 'plausible', 'export.zip', await zipOf(files));
    await createJob((store) => ({
      write: (claimed, day, tally) =>
        day === '2024-02-01'
          ? store.write(claimed, day, tally)
          : Promise.reject(new Error('the connection broke')),
    })).run();
    const path = `/websites/${site.id}/imports/${id}`;
    expect((await api('get', path)).body.data).toMatchObject({
      status: 'failed',
      days: 1,
      error: 'The import failed. Please try again later.',
    });
    await api('delete', path);
    const total = await query(site, '2024-02-01', '2024-02-03', { metrics: ['visits'] });
    expect([total.rows[0].metrics.visits, total.imported_days]).toEqual([0, 0]);
  });

  it('take a file in parts, in any order and repeated', async () => {
    const site = await platform.createWebsite();
    const { files } = plausibleExport('2024-03-01', 30);
    const zip = await zipOf(files);
    const path = `/websites/${site.id}/imports`;
    const made = await api('post', path, { source: 'plausible', file_name: 'export.zip' });
    expect(made.body.data.status).toBe('uploading');
    const one = `${path}/${made.body.data.id as number}`;
    const cut = Math.floor(zip.length / 2);
    const put = (part: number, content: Buffer) =>
      api('patch', one, { part, content: content.toString('base64') });
    expect((await api('patch', one, { complete: 1 })).status).toBe(422);
    await put(2, zip.subarray(cut));
    await put(1, Buffer.from('a broken try'));
    expect((await put(1, zip.subarray(0, cut))).body.data.size_bytes).toBe(zip.length);
    expect((await api('patch', one, { complete: 1 })).body.data.status).toBe('pending');
    expect((await put(1, zip)).status).toBe(409);
    await createJob().run();
    expect((await api('get', one)).body.data).toMatchObject({ status: 'completed', days: 30 });
  });

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
    const site = await platform.createWebsite();
    const failed = await bring(site, source, name, content);
    expect([failed.status, failed.days]).toEqual(['failed', 0]);
    expect(failed.error).toMatch(message);
  });

  it('refuse an archive that unpacks to far more than it is', async () => {
    const site = await platform.createWebsite();
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
  ])('refuse %j by its field', async (body, field) => {
    const site = await platform.createWebsite();
    const answer = await api('post', `/websites/${site.id}/imports`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await api('get', `/websites/${site.id}/imports`)).body.data).toEqual([]);
  });

  const values = async (site: WebsiteJson, dimension: string, metric: string) =>
    Object.fromEntries(
      (
        await query(site, '2024-01-01', '2024-01-31', { metrics: [metric], dimensions: [dimension] })
      ).rows.map((row: { dimensions: Record<string, string>; metrics: Record<string, number> }) => [
        row.dimensions[dimension],
        row.metrics[metric],
      ]),
    );

  it('of Umami count visits from its events', async () => {
    const site = await platform.createWebsite();
    const csv = [
      'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,city,url_path,referrer_domain,utm_source,event_type,event_name,created_at',
      `w,s1,v1,e2,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/pricing,,,1,,2024-01-05 10:01:00`,
      `w,s1,v1,e1,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/,www.google.com,,1,,2024-01-05 10:00:00`,
      `w,s1,v1,e3,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/pricing,,,2,signup,2024-01-05 10:02:30`,
      `w,s2,v2,e4,${site.domain},ios,iOS,mobile,390x844,de,FR,,/,,newsletter,1,,2024-01-05 12:00:00`,
    ].join('\n');
    const zip = await zipOf({ 'website_event.csv': csv, 'session.csv': 'session_id,website_id\ns1,w\n' });
    expect(await bring(site, 'umami', 'umami.zip', zip)).toMatchObject({ status: 'completed', days: 1 });
    const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration'];
    expect((await query(site, '2024-01-05', '2024-01-05', { metrics })).rows[0].metrics).toEqual({
      visitors: 2,
      visits: 2,
      pageviews: 3,
      events: 1,
      bounce_rate: 0.5,
      visit_duration: 75,
    });
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/': 2, '/pricing': 1 });
    expect(await values(site, 'entry_page', 'visits')).toEqual({ '/': 2 });
    expect(await values(site, 'referrer', 'visits')).toEqual({});
    expect(await values(site, 'os', 'visits')).toEqual({ macOS: 1, iOS: 1 });
    expect(await values(site, 'event', 'events')).toEqual({ signup: 1 });
  });

  it('of GoatCounter leave bots out', async () => {
    const site = await platform.createWebsite({ timezone: 'Asia/Tokyo' });
    const csv = [
      '2Path,Title,Event,User-Agent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
      '/a,A,false,,Firefox 120,Linux,1,0,news.ycombinator.com,h,"1920,1080,1",US-TX,true,2024-01-09T16:00:00Z',
      '/b,B,false,,Firefox 120,Linux,1,0,,,"1920,1080,1",US-TX,true,2024-01-09T16:05:00Z',
      'download,,true,,Firefox 120,Linux,1,0,,,"1920,1080,1",US-TX,true,2024-01-09T16:06:00Z',
      '/a,A,false,,,,2,5,,,,,true,2024-01-09T16:00:00Z',
    ].join('\n');
    // Midnight in Tokyo has passed.
    expect(await bring(site, 'goatcounter', 'goatcounter.csv', csv)).toMatchObject({
      first_day: '2024-01-10',
    });
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/a': 1, '/b': 1 });
    expect(await values(site, 'referrer', 'visits')).toEqual({ 'news.ycombinator.com': 1 });
    expect(await values(site, 'browser', 'visits')).toEqual({ Firefox: 1 });
    expect(await values(site, 'screen', 'visits')).toEqual({ '1920x1080': 1 });
    expect(await values(site, 'country', 'visits')).toEqual({ US: 1 });
    expect(await values(site, 'event', 'events')).toEqual({ download: 1 });
  });

  it('of Google Analytics read reports by day, and days that are numbered', async () => {
    const site = await platform.createWebsite();
    const zip = await zipOf({
      'days.csv':
        '# ----\n# Overview, all users\n# Start date: 20240101\n# End date: 20240102\n# ----\n\nNth day,Active users,Sessions,Engaged sessions,Views,Average session duration\n0000,3,4,3,9,30.5\n0001,1,1,0,1,0\n',
      'countries.csv':
        'Date,Country,Active users,Sessions\n20240101,Germany,2,3\n20240101,(not set),1,1\n20240102,France,1,1\n',
      'events.csv': 'Date,Event name,Event count,Total users\n20240101,page_view,9,3\n20240101,sign_up,2,2\n',
    });
    expect(await bring(site, 'ga4', 'ga4.zip', zip)).toMatchObject({ status: 'completed', days: 2 });
    const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration'];
    expect((await query(site, '2024-01-01', '2024-01-31', { metrics })).rows[0].metrics).toEqual({
      visitors: 4,
      visits: 5,
      pageviews: 10,
      events: 2,
      bounce_rate: 0.4,
      visit_duration: 24.4,
    });
    expect(await values(site, 'country', 'visits')).toEqual({ DE: 3, FR: 1 });
    expect(await values(site, 'event', 'events')).toEqual({ sign_up: 2 });
  });
});
