import request from 'supertest';

import { plausibleExport } from './plausible-export.ts';
import { zipOf, sum, useImports } from './imports-harness.ts';

const { platform, bring, query, values } = useImports();

describe('imports', () => {
  it('of a Plausible export equal Plausible’s own totals, without its help', async () => {
    const site = await platform().createWebsite({ timezone: 'America/New_York', privacy: 0 });
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
    const page = await request(platform().server).get(`/s/${site.site_key}?from=2024-01-01&to=2024-04-30`);
    expect(page.text).toMatch(/Imported as daily sums: 15 Jan – 24 Mar 2024 \(Plausible\)\./);
    expect(page.text).toContain('class="band"');
    expect((await request(platform().server).get(`/s/${site.site_key}?period=all`)).text).toContain(
      'Jan 2024',
    );
  });

  it('of Umami count visits from its events', async () => {
    const site = await platform().createWebsite();
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

  it('take the names of object properties for names', async () => {
    const site = await platform().createWebsite();
    const report = (column: string, name: string) =>
      `Date,${column},Active users,Sessions\n20240101,${name},1,1\n`;
    const zip = await zipOf({
      'sources.csv': report('Session source', 'constructor'),
      'systems.csv': report('Operating system', 'toString'),
      'browsers.csv': report('Browser', '__proto__'),
    });
    expect(await bring(site, 'ga4', 'ga4.zip', zip)).toMatchObject({ status: 'completed', error: null });
    expect(await values(site, 'referrer', 'visits')).toEqual({ constructor: 1 });
    expect(await values(site, 'os', 'visits')).toEqual({ toString: 1 });
    expect(Object.entries(await values(site, 'browser', 'visits'))).toEqual([['__proto__', 1]]);
  });

  it.each([
    ['ga4', 'Date,Page path + query string,Views,Active users', (page: string) => `20240101,"${page}",1,1`],
    ['plausible', 'date,page,pageviews,visitors', (page: string) => `2024-01-01,"${page}",1,1`],
    ['goatcounter', '2Path,Session,Date', (page: string) => `"${page}",1,2024-01-01T12:00:00Z`],
    ['umami', 'url_path,session_id,created_at', (page: string) => `"${page}",1,2024-01-01 12:00:00`],
  ])('of %s name pages as the tracker does, without excluded parameters', async (source, header, row) => {
    const site = await platform().createWebsite({ exclude_params: 'email\ntoken*' });
    const pages = [
      '/?utm_source=x&fbclid=1',
      '/a?email=jo@example.org&id=7',
      '/a?id=7&TOKEN_2=s#/b?token=1',
      '/a?ref=friend',
      '/ü?q=ä b',
    ];
    const content = [header, ...pages.map(row)].join('\n');
    const done = await bring(site, source, 'imported_pages.csv', content);
    expect([done.status, done.error]).toEqual(['completed', null]);
    expect(await values(site, 'page', 'pageviews')).toEqual({
      '/': 1,
      '/a?id=7': 1,
      '/a?id=7#/b': 1,
      '/a': 1,
      '/%C3%BC?q=%C3%A4%20b': 1,
    });
  });

  it.each([
    [
      'umami',
      'url_path,session_id,created_at,utm_source,utm_campaign\n/,1,2024-01-01 12:00:00,jo@example.org,sale',
    ],
    [
      'plausible',
      'date,source,referrer,utm_source,utm_campaign,visitors,visits\n2024-01-01,,,jo@example.org,sale,1,1',
    ],
  ])('of %s leave out campaign parameters that are excluded by name', async (source, content) => {
    const site = await platform().createWebsite({ exclude_params: 'utm_source\nutm_c*' });
    const done = await bring(site, source, 'imported_sources.csv', content);
    expect([done.status, done.error]).toEqual(['completed', null]);
    expect(await values(site, 'utm_source', 'visits')).toEqual({});
    // A pattern means pages, as everywhere.
    expect(await values(site, 'utm_campaign', 'visits')).toEqual({ sale: 1 });
  });

  it('of GoatCounter leave bots out', async () => {
    const site = await platform().createWebsite({ timezone: 'Asia/Tokyo' });
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
    const site = await platform().createWebsite();
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

  it.each([
    ['5.0E-4', 0.5],
    ['.5', 500],
    ['1.', 1_000],
    ['2.5e-1', 250],
    ['1E+0', 1_000],
    ['0.25', 250],
  ])('reads the rate %s of a report of GA4', async (rate, bounces) => {
    const site = await platform().createWebsite();
    const content = `Date,Sessions,Bounce rate\n20240101,1000,${rate}\n`;
    expect(await bring(site, 'ga4', 'report.csv', content)).toMatchObject({ status: 'completed', days: 1 });
    const metrics = ['bounce_rate'];
    const { rows } = await query(site, '2024-01-01', '2024-01-31', { metrics });
    expect(rows[0].metrics.bounce_rate).toBeCloseTo(Math.round(bounces) / 1_000);
  });
});
