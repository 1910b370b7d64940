import { gzipSync } from 'node:zlib';

import { silentLogger } from '@platform/runtime';
import request from 'supertest';

import { workOnImports } from '../../src/imports/create-imports.ts';
import type { WebsiteJson } from '../harness.ts';
import { plausibleExport } from './plausible-export.ts';
import { zipOf, sum, useImports } from './imports-harness.ts';

const { platform, api, bring, query, values } = useImports();

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
    const asked = async (metric: string, body: object) => {
      const answer = await query(site, '2024-01-01', '2024-04-30', { metrics: [metric], ...body });
      return [answer.includes_imported, answer.rows[0]?.metrics[metric] ?? 0] as [boolean, number];
    };
    const is = (dimension: string, ...values: string[]) => ({ dimension, operator: 'is', values });
    const visitsOf = byValue['country'] ?? {};
    // The import can answer a filter on one dimension.
    expect(await asked('visits', { filters: [is('country', 'DE')] })).toEqual([true, visitsOf['DE']]);
    expect(await asked('visits', { filters: [is('country', 'DE', 'US')], dimensions: ['country'] })).toEqual([
      true,
      Math.max(visitsOf['DE'] ?? 0, visitsOf['US'] ?? 0),
    ]);
    expect(await asked('pageviews', { filters: [is('page', '/blog/ü')] })).toEqual([
      true,
      byValue['page']?.['/blog/%C3%BC'],
    ]);
    expect(await asked('visits', { filters: [is('entry_page', '/pricing')] })).toEqual([
      true,
      byValue['entry_page']?.['/pricing'],
    ]);
    expect(await asked('events', { filters: [is('event', 'Signup')] })).toEqual([
      true,
      byValue['event']?.['Signup'],
    ]);
    const byDay = await query(site, '2024-01-01', '2024-04-30', {
      metrics: ['visits'],
      dimensions: ['time:day'],
      filters: [is('referrer', 'google.com')],
    });
    expect(
      sum(
        byDay.rows.map((row: { metrics: object }) => row.metrics),
        'visits',
      ),
    ).toBe(byValue['referrer']?.['google.com']);
    for (const body of [
      { filters: [is('country', 'DE'), is('browser', 'Chrome')] },
      { filters: [is('country', 'DE')], dimensions: ['time:hour'] },
      { filters: [is('prop:plan', 'pro')] },
    ])
      expect((await asked('visits', body))[0]).toBe(false);
    const sources = await request(platform().server)
      .post('/api/v2/query')
      .set('Authorization', await platform().identity.bearer())
      .send({
        site_id: site.domain,
        metrics: ['visits'],
        date_range: ['2024-01-01', '2024-04-30'],
        dimensions: ['visit:source'],
      });
    const bySource = new Map(
      (sources.body.results as { dimensions: string[]; metrics: number[] }[]).map(
        ({ dimensions: [name = ''], metrics: [count] }) => [name, count],
      ),
    );
    expect(bySource.get('Google')).toBe(byValue['referrer']?.['google.com']);
    expect(bySource.get('news.example.org')).toBe(byValue['referrer']?.['news.example.org']);

    // Goals count for the past, wherever it comes from.
    for (const [name, type, pattern, expected] of [
      ['Signup', 'event', 'Signup', byValue['event']?.['Signup']],
      ['Prices', 'page', '/pricing', byValue['page']?.['/pricing']],
    ] as const) {
      const made = await api('post', `/websites/${site.id}/goals`, { name, type, pattern });
      const path = `/websites/${site.id}/goals/${made.body.data.id as number}?from=2024-01-01&to=2024-04-30`;
      const goal = (await api('get', `${path}&interval=month`)).body.data;
      expect([goal.conversions, goal.converters]).toEqual([expected, expected]);
      expect(goal.rate).toBe(Number(((expected ?? 0) / sum(days, 'visitors')).toFixed(4)));
      expect(sum(goal.periods, 'conversions')).toBe(expected);
    }
    const page = await request(platform().server).get(`/s/${site.site_key}?from=2024-01-01&to=2024-04-30`);
    expect(page.text).toMatch(/Imported as daily sums: Jan 15.–.Mar 24, 2024 \(Plausible\)\./);
    expect(page.text).toContain('class="band"');
    expect((await request(platform().server).get(`/s/${site.site_key}?period=all`)).text).toContain('Jan 24');
  });

  it('of Umami count visits from its events', async () => {
    const site = await platform().createWebsite();
    const csv = [
      'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,city,url_path,url_query,referrer_domain,utm_source,event_type,event_name,created_at',
      `w,s1,v1,e2,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/pricing,plan=pro&utm_source=x,,,1,,2024-01-05 10:01:00`,
      `w,s1,v1,e1,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/,,www.google.com,,1,,2024-01-05 10:00:00`,
      `w,s1,v1,e3,${site.domain},chrome,Mac OS,laptop,1440x900,en-US,DE,Berlin,/pricing,,,,2,signup,2024-01-05 10:02:30`,
      `w,s2,v2,e4,${site.domain},ios,iOS,mobile,390x844,de,FR,,/,,,newsletter,1,,2024-01-05 12:00:00`,
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
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/': 2, '/pricing?plan=pro': 1 });
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
    ['ga4', 'Date,Page path + query string,Views,Active users', (page: string) => `20240101,"${page}",1,1`],
    ['plausible', 'date,page,pageviews,visitors', (page: string) => `2024-01-01,"${page}",1,1`],
    ['goatcounter', '2Path,Session,Date', (page: string) => `"${page}",1,2024-01-01T12:00:00Z`],
    ['umami', 'url_path,session_id,created_at', (page: string) => `"${page}",1,2024-01-01 12:00:00`],
  ])('of %s spell pages as the website does, and follow its rules', async (source, header, row) => {
    const pages = ['/a/', '/a', '/s?b=2&a=1', '/s?a=1&b=2', '/order/17', '/order/18?x=1', '/%e6', '/%E6'];
    const content = [header, ...pages.map(row)].join('\n');
    const pagesOf = async (fields: object) => {
      const site = await platform().createWebsite({ ...fields });
      for (const [index, page] of pages.entries())
        await platform()
          .beacon(
            { k: site.site_key, u: `https://${site.domain}${page}` },
            { 'X-Forwarded-For': `198.51.100.${index}` },
          )
          .expect(204);
      const native = (await api('get', `/stats/${site.id}?name=page&per_page=100`)).body.data as {
        value: string;
        count: number;
      }[];
      const other = await platform().createWebsite({ ...fields });
      expect(await bring(other, source, 'imported_pages.csv', content)).toMatchObject({ error: null });
      const imported = await values(other, 'page', 'pageviews');
      expect(imported).toEqual(Object.fromEntries(native.map(({ value, count }) => [value, count])));
      return imported;
    };
    expect(
      await pagesOf({ trailing_slash: 'remove', query_order: 'sort', page_rules: '/order/* => /order' }),
    ).toEqual({ '/a': 2, '/s?a=1&b=2': 2, '/order': 2, '/%E6': 2 });
    const kept = await pagesOf({ trailing_slash: 'keep', query_order: 'keep' });
    expect(kept).toMatchObject({ '/a': 1, '/a/': 1, '/s?b=2&a=1': 1, '/order/17': 1 });
  });

  it.each([
    ['umami', 'url_path,session_id,created_at,utm_source,utm_campaign\n/,1,2024-01-01 12:00:00,FB,Sale'],
    ['plausible', 'date,source,referrer,utm_source,utm_campaign,visitors,visits\n2024-01-01,,,FB,Sale,1,1'],
    ['ga4', 'Date,Source / medium,Active users,Sessions\n20240101,FB / cpc,1,1'],
    ['ga4', 'Date,Session campaign,Active users,Sessions\n20240101,Sale,1,1'],
  ])('of %s spell campaigns as the website does: %#', async (source, content) => {
    for (const [campaignCase, expected] of [
      ['lower', { utm_source: { facebook: 1 }, utm_campaign: { sale: 1 } }],
      ['keep', { utm_source: { FB: 1 }, utm_campaign: { Sale: 1 } }],
    ] as const) {
      const site = await platform().createWebsite({ campaign_case: campaignCase });
      const done = await bring(site, source, 'imported_sources.csv', content);
      expect([done.status, done.error]).toEqual(['completed', null]);
      for (const name of ['utm_source', 'utm_campaign'] as const) {
        const found = await values(site, name, 'visits');
        if (Object.keys(found).length > 0) expect(found).toEqual(expected[name]);
        else expect(content.toLowerCase()).not.toContain(name === 'utm_source' ? 'fb' : 'sale');
      }
    }
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

  it('name sources, events and countries as the tracker does', async () => {
    const native = await platform().createWebsite();
    const imported = await platform().createWebsite();
    const referrers = [
      'https://www.google.de/search',
      'https://t.co/abc',
      'https://l.facebook.com/l.php',
      'android-app://com.google.android.gm/',
      'https://news.example.org/a',
    ];
    for (const [index, r] of referrers.entries())
      await platform()
        .beacon(
          { k: native.site_key, u: `https://${native.domain}/`, p: { r } },
          { 'X-Forwarded-For': `198.51.100.${index}` },
        )
        .expect(204);
    const rows = [...referrers, 'google.de', 't.co', 'l.facebook.com', 'Google', 'twitter', 'facebook'];
    const csv = ['Date,Session source,Active users,Sessions', ...rows.map((text) => `20240101,${text},1,1`)];
    expect(await bring(imported, 'ga4', 'sources.csv', csv.join('\n'))).toMatchObject({ error: null });
    const expected = (
      (await api('get', `/stats/${native.id}?name=referrer&per_page=100`)).body.data as { value: string }[]
    ).map(({ value }) => value);
    expect(Object.keys(await values(imported, 'referrer', 'visits')).sort()).toEqual(expected.sort());

    const others = await platform().createWebsite();
    const zip = await zipOf({
      'imported_custom_events.csv':
        'date,name,link_url,path,visitors,events\n2024-01-01,Outbound Link: Click,https://a.example,,2,3\n',
      'imported_sources.csv':
        'date,source,referrer,utm_source,utm_medium,visitors,visits\n2024-01-01,newsletter,,newsletter,email,1,1\n2024-01-01,Facebook,l.facebook.com,,,2,2\n',
    });
    expect(await bring(others, 'plausible', 'export.zip', zip)).toMatchObject({ error: null });
    expect(await values(others, 'event', 'events')).toEqual({ 'Outbound Link': 3 });
    expect(await values(others, 'utm_source', 'visits')).toEqual({ newsletter: 1 });
    expect(await values(others, 'referrer', 'visits')).toEqual({ 'facebook.com': 2 });
  });

  it('of single hits leave out what the website does, and of sums the rows', async () => {
    const site = await platform().createWebsite();
    await api('patch', `/websites/${site.id}`, {
      exclude_pages: '/admin/*',
      exclude_countries: 'AQ',
      exclude_visitors: 'browser = Firefox',
    });
    const hits = [
      '2Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date',
      '/,,false,,Chrome 120,,1,0,,,,DE,true,2024-01-01T10:00:00Z',
      '/admin/a,,false,,Chrome 120,,1,0,,,,DE,false,2024-01-01T10:01:00Z',
      '/,,false,,Chrome 120,,2,0,,,,AQ,true,2024-01-01T10:00:00Z',
      '/,,false,,Firefox 121,,3,0,,,,DE,true,2024-01-01T10:00:00Z',
    ].join('\n');
    const brought = await bring(site, 'goatcounter', 'goatcounter.csv', hits);
    expect(brought).toMatchObject({ status: 'completed', rows_read: 4 });
    expect(brought.note).toContain('left out 3 rows');
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/': 1 });
    expect(await values(site, 'country', 'visits')).toEqual({ DE: 1 });
    expect(
      (await query(site, '2024-01-01', '2024-01-01', { metrics: ['visits', 'pageviews'] })).rows[0].metrics,
    ).toEqual({ visits: 1, pageviews: 1 });
    const other = await platform().createWebsite();
    await api('patch', `/websites/${other.id}`, { exclude_pages: '/admin/*', exclude_countries: 'AQ' });
    const zip = await zipOf({
      'imported_visitors.csv':
        'date,visitors,pageviews,bounces,visits,visit_duration\n2024-01-02,3,5,1,3,60\n',
      'imported_pages.csv':
        'date,hostname,page,visits,visitors,pageviews\n2024-01-02,,/,2,2,4\n2024-01-02,,/admin/a,1,1,1\n',
      'imported_locations.csv':
        'date,country,region,city,visitors,visits,visit_duration,bounces,pageviews\n2024-01-02,DE,,,2,2,60,1,4\n2024-01-02,AQ,,,1,1,0,0,1\n',
    });
    const { note } = await bring(other, 'plausible', 'export.zip', zip);
    expect(note).toContain('left out 2 rows');
    expect(await values(other, 'page', 'pageviews')).toEqual({ '/': 4 });
    expect(await values(other, 'country', 'visits')).toEqual({ DE: 2 });
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
    // As it is downloaded. Midnight in Tokyo has passed.
    expect(await bring(site, 'goatcounter', 'goatcounter-export.csv.gz', gzipSync(csv))).toMatchObject({
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

  const utf16 = (text: string, isBig = false): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  const DAYS = [
    'Date,Active users,Sessions,Engaged sessions,Views,Average session duration',
    '20240101,"1,203","2,204",1204,9000,30.5',
    '20240102,1,1,1,1,0',
  ];
  const tabs = DAYS.map((line) => line.replace('"1,203","2,204"', '1203,2204').replaceAll(',', '\t'));

  it.each<[string, Buffer | string]>([
    [
      'a line of totals behind the header',
      [DAYS[0], ',"1,204","2,205",1205,9001,30.5', ...DAYS.slice(1)].join('\n'),
    ],
    ['a line of totals at the end', [...DAYS, 'Totals,"1,204","2,205",1205,9001,30.5'].join('\n')],
    ['a line of the grand total', [...DAYS, 'Grand total,1204,2205,1205,9001,30.5'].join('\r\n')],
    ['tabs in UTF-16, as spreadsheets save it', utf16(tabs.join('\r\n'))],
    ['UTF-16 with the larger byte first', utf16(tabs.join('\n'), true)],
    ['UTF-16 without a mark', utf16(tabs.join('\n')).subarray(2)],
    [
      'semicolons and decimal commas',
      [
        'Date;Active users;Sessions;Engaged sessions;Views;Average session duration',
        '20240101;1.203;2.204;1204;9000;30,5',
        '20240102;1;1;1;1;0',
      ].join('\n'),
    ],
    [
      'German',
      [
        '# Startdatum: 20240101',
        '# Enddatum: 20240102',
        'N-ter Tag,Aktive Nutzer,Sitzungen,Sitzungen mit Interaktionen,Aufrufe,Durchschnittliche Sitzungsdauer',
        '0000,1203,2204,1204,9000,30.5',
        '0001,1,1,1,1,0',
      ].join('\n'),
    ],
    [
      'German from a spreadsheet',
      [
        'Datum;Aktive Nutzer;Sitzungen;Sitzungen mit Interaktionen;Aufrufe;Durchschnittliche Sitzungsdauer',
        '01.01.2024;1.203;2.204;1.204;9.000;30,5',
        '02.01.2024;1;1;1;1;0',
        'Gesamtsumme;1.204;2.205;1.205;9.001;30,5',
      ].join('\n'),
    ],
    [
      'French',
      [
        '# Date de début : 20240101',
        '# Date de fin : 20240102',
        'Nième jour,Utilisateurs actifs,Sessions,Sessions avec engagement,Vues,Durée moyenne des sessions',
        '0000,1203,2204,1204,9000,30.5',
        '0001,1,1,1,1,0',
      ].join('\n'),
    ],
    [
      'Spanish in Latin 1',
      Buffer.from(
        [
          'Fecha,Usuarios activos,Sesiones,Sesiones con interacción,Vistas,Duración media de la sesión',
          '20240101,1203,2204,1204,9000,30.5',
          '20240102,1,1,1,1,0',
        ].join('\n'),
        'latin1',
      ),
    ],
    [
      'Japanese',
      [
        '日付,アクティブ ユーザー,セッション,エンゲージのあったセッション数,表示回数,平均セッション継続時間',
        '20240101,"1,203","2,204","1,204","9,000",30.5',
        '20240102,1,1,1,1,0',
        '総計,"1,204","2,205","1,205","9,001",30.5',
      ].join('\n'),
    ],
    [
      'a table of one day, which only the remarks name, and others',
      [
        '# Start date: 20240101',
        '# End date: 20240101',
        'Active users,Sessions,Engaged sessions,Views,Average session duration',
        '1203,2204,1204,9000,30.5',
        '',
        '# Start date: 20240102',
        '# End date: 20240102',
        'Active users,Sessions,Engaged sessions,Views,Average session duration',
        '1,1,1,1,0',
      ].join('\n'),
    ],
  ])('of Google Analytics read a report with %s', async (_, content) => {
    const site = await platform().createWebsite();
    expect(await bring(site, 'ga4', 'report.csv', content)).toMatchObject({
      status: 'completed',
      error: null,
      days: 2,
      first_day: '2024-01-01',
      last_day: '2024-01-02',
    });
    const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
    expect((await query(site, '2024-01-01', '2024-01-31', { metrics })).rows[0].metrics).toEqual({
      visitors: 1204,
      visits: 2205,
      pageviews: 9001,
      bounce_rate: Number((1000 / 2205).toFixed(4)),
      visit_duration: Number((67222 / 2205).toFixed(1)),
    });
  });

  it.each([
    ['Session source / medium', 'google / organic'],
    ['Quelle / Medium', 'google / organic'],
    ['Source / Support', 'google / organic'],
    ['Fuente / Medio', 'google / organic'],
    ['参照元 / メディア', 'google / organic'],
  ])('of Google Analytics read the column %s', async (column, value) => {
    const site = await platform().createWebsite();
    const csv = `Date,${column},Active users,Sessions\n20240101,${value},2,3\n20240101,news / cpc,1,1\n20240101,(direct) / (none),4,4\n`;
    expect(await bring(site, 'ga4', 'sources.csv', csv)).toMatchObject({ error: null });
    expect(await values(site, 'referrer', 'visits')).toEqual({ 'google.com': 3 });
    expect(await values(site, 'utm_source', 'visits')).toEqual({ news: 1 });
    expect(await values(site, 'utm_medium', 'visits')).toEqual({ cpc: 1 });
    expect(await values(site, 'channel', 'visits')).toEqual({
      'Organic Search': 3,
      'Paid Other': 1,
      Direct: 4,
    });
  });

  it('of one archive count a day and an event once, though files overlap', async () => {
    const visitors = (...days: string[]) =>
      `date,visitors,pageviews,bounces,visits,visit_duration\n${days.map((day) => `2024-01-${day},1,3,0,2,10\n`).join('')}`;
    const zip = await zipOf({
      'first/imported_visitors_20240101_20240102.csv': visitors('01', '02'),
      'second/imported_visitors_20240102_20240103.csv': visitors('02', '03'),
    });
    const site = await platform().createWebsite();
    const made = await bring(site, 'plausible', 'exports.zip', zip);
    expect([made.days, made.note]).toEqual([
      3,
      'imported_visitors_20240102_20240103.csv: days that another file has were left out.',
    ]);
    const asked = { metrics: ['visitors', 'pageviews'], dimensions: [] };
    const sums = async (of: typeof site) =>
      (await query(of, '2024-01-01', '2024-01-31', asked)).rows[0].metrics;
    expect(await sums(site)).toEqual({ visitors: 3, pageviews: 9 });
    const events = (...ids: string[]) =>
      `session_id,visit_id,event_id,created_at,url_path,event_type\n${ids.map((id) => `s,v,${id},2024-01-02 03:04:05 UTC,/a,1\n`).join('')}`;
    const other = await platform().createWebsite();
    await bring(
      other,
      'umami',
      'umami.zip',
      await zipOf({ 'a/website_event.csv': events('1', '2'), 'b/website_event.csv': events('2', '3') }),
    );
    expect(await sums(other)).toEqual({ visitors: 1, pageviews: 3 });
  });

  it.each([
    ['Data,Utenti attivi,Sessioni,Visualizzazioni', '20240101,1,2,3'],
    ['Data,Usuários ativos,Sessões,Visualizações', '2024-01-01,1,2,3'],
    ['Datum;Actieve gebruikers;Sessies;Weergaven', '01.01.2024;1;2;3'],
    ['Date,Active users,Sessions,Views', '"Jan 1, 2024",1,2,3'],
    ['Date,Active users,Sessions,Views', '1 January 2024,1,2,3'],
    ['Date,Active users,Sessions,Views', '"Mon, Jan 1, 2024",1,2,3'],
    ['Date,Active users,Sessions,Views', '1-Jan-24,1,2,3'],
    ['Date,Active users,Sessions,Views', '2024-1-1 00:00:00,1,2,3'],
    ['Date,Active users,Sessions,Views', '1/1/2024 12:00:00 AM,1,2,3'],
    ['Date,Utilisateurs actifs,Sessions,Vues', 'lun. 1 janv. 2024,1,2,3'],
    ['Datum,Aktive Nutzer,Sitzungen,Aufrufe', '1. Januar 2024,1,2,3'],
    ['Fecha,Usuarios activos,Sesiones,Vistas', '1 de enero de 2024,1,2,3'],
    ['日付,アクティブ ユーザー,セッション,表示回数', '2024年1月1日,1,2,3'],
  ])('of Google Analytics read %s and the day of %s', async (head, row) => {
    const site = await platform().createWebsite();
    const made = await bring(site, 'ga4', 'report.csv', `${head}\n${row}\n`);
    expect([made.error, made.first_day]).toEqual([null, '2024-01-01']);
    const metrics = ['visitors', 'visits', 'pageviews'];
    const { rows } = await query(site, '2024-01-01', '2024-01-01', { metrics, dimensions: [] });
    expect(Object.values(rows[0].metrics)).toEqual([1, 2, 3]);
  });

  const daysOf = async (site: WebsiteJson) => {
    const asked = { metrics: ['visitors'], dimensions: ['time:day'] };
    const { rows } = await query(site, '2024-01-01', '2024-12-31', asked);
    return rows
      .filter((row: { metrics: { visitors: number } }) => row.metrics.visitors > 0)
      .map((row: { dimensions: Record<string, string> }) => row.dimensions['time:day']);
  };
  const HEAD = 'Date,Active users,Sessions,Views';

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['a month of more than 12', HEAD, ['1/2/2024', '1/31/2024'], ['2024-01-02', '2024-01-31']],
    ['a day of more than 12', HEAD, ['2/1/2024', '31/01/2024'], ['2024-01-02', '2024-01-31']],
    ['years of two digits', HEAD, ['1/31/24', '2/1/24'], ['2024-01-31', '2024-02-01']],
    ['dashes', HEAD, ['31-01-2024', '01-02-2024'], ['2024-01-31', '2024-02-01']],
    ['points', HEAD, ['01.02.2024'], ['2024-02-01']],
    [
      'days that follow each other',
      HEAD,
      ['1/1/2024', '1/2/2024', '1/3/2024', '1/4/2024'],
      ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'],
    ],
    [
      'remarks that name the days',
      `# Start date: 20240201\n# End date: 20240229\n${HEAD}`,
      ['1/2/2024', '2/2/2024'],
      ['2024-02-01', '2024-02-02'],
    ],
    ['names in German', 'Datum,Aktive Nutzer,Sitzungen,Aufrufe', ['1/2/2024'], ['2024-02-01']],
  ])('of Google Analytics tell days from months by %s', async (_, head, given, expected) => {
    const site = await platform().createWebsite();
    const csv = [head, ...given.map((day) => `${day},1,2,3`)].join('\n');
    const made = await bring(site, 'ga4', 'report.csv', csv);
    expect([made.error, await daysOf(site)]).toEqual([null, expected]);
  });

  it('of Google Analytics tell days from months by another table, and refuse what nothing tells', async () => {
    const site = await platform().createWebsite();
    const zip = await zipOf({
      '1.csv': `${HEAD}\n1/2/2024,1,2,3\n`,
      '2.csv': 'Date,Country,Active users\n1/2/2024,Germany,1\n1/31/2024,Germany,1\n',
    });
    expect(await bring(site, 'ga4', 'report.zip', zip)).toMatchObject({
      error: null,
      first_day: '2024-01-02',
    });
    const other = await platform().createWebsite();
    expect((await bring(other, 'ga4', 'a.csv', `${HEAD}\n1/2/2024,1,2,3\n`)).error).toMatch(
      /^a.csv: days such as “1\/2\/2024” may have the day or the month first, and no row says which/,
    );
    const mixed = `${HEAD}\n1/31/2024,1,2,3\n31/1/2024,1,2,3\n`;
    expect((await bring(other, 'ga4', 'a.csv', mixed)).error).toMatch(/“1\/31\/2024” and “31\/1\/2024”/);
    expect((await bring(other, 'ga4', 'a.csv', `${HEAD}\n31/31/2024,1,2,3\n`)).error).toMatch('31/31/2024');
  });

  it('answer Plausible’s questions for goals and sources as visits counted here do', async () => {
    const site = await platform().createWebsite();
    const zip = await zipOf({
      '1.csv': 'Date,Active users,Sessions,Views\n20240101,10,12,30\n',
      '2.csv': 'Date,Event name,Event count,Active users\n20240101,Signup,3,2\n',
      '3.csv':
        'Date,Session source / medium,Active users,Sessions\n20240101,google / organic,5,6\n20240101,news / email,2,3\n20240101,facebook.com / cpc,1,1\n',
      '4.csv': 'Date,Page path,Active users,Views\n20240101,/a,5,6\n',
    });
    expect(await bring(site, 'ga4', 'report.zip', zip)).toMatchObject({ error: null });
    const ask = async (dimension: string, metrics: readonly string[]) => {
      const { body } = await request(platform().server)
        .post('/api/v2/query')
        .set('Authorization', await platform().identity.bearer())
        .send({
          site_id: site.domain,
          metrics,
          date_range: ['2024-01-01', '2024-01-01'],
          dimensions: [dimension],
        });
      return Object.fromEntries(
        (body.results as { dimensions: string[]; metrics: number[] }[]).map(
          ({ dimensions: [name = ''], metrics: counts }) => [name, counts],
        ),
      );
    };
    expect(await ask('event:goal', ['visitors', 'events'])).toEqual({ Signup: [2, 3] });
    expect(await ask('event:page', ['visitors', 'pageviews', 'events'])).toEqual({ '/a': [5, 6, 6] });
    expect(await ask('visit:source', ['visitors', 'visits'])).toEqual({
      Google: [5, 6],
      news: [2, 3],
      Facebook: [1, 1],
      'Direct / None': [2, 2],
    });
  });

  it('of Google Analytics count what several tables have once', async () => {
    const site = await platform().createWebsite();
    const zip = await zipOf({
      '1.csv': 'Date,Active users,Sessions\n20240101,10,12\n20240102,20,24\n',
      '2.csv':
        'Date,Active users,Views,Sessions,Bounce rate,Average session duration\n20240102,20,50,24,0.5,10\n20240103,30,70,36,0.25,20\n',
      '3.csv': 'Date,Page path,Active users,Views\n20240101,/a,5,6\n20240101,/b,1,2\n',
      // The next rows of the same report, and one row again.
      '4.csv': 'Date,Page path,Active users,Views\n20240101,/b,1,2\n20240101,/c,3,4\n',
    });
    const made = await bring(site, 'ga4', 'reports.zip', zip);
    expect([made.status, made.error, made.note]).toEqual([
      'completed',
      null,
      '2.csv: figures that an earlier table has for the same days were left out.\n4.csv: figures that an earlier table has for the same days were left out.',
    ]);
    const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
    const { rows } = await query(site, '2024-01-01', '2024-01-03', { metrics, dimensions: ['time:day'] });
    expect(rows.map((row: { metrics: object }) => Object.values(row.metrics))).toEqual([
      [10, 12, 0, 0, 0],
      [20, 24, 50, 0.5, 10],
      [30, 36, 70, 0.25, 20],
    ]);
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/a': 6, '/b': 2, '/c': 4 });
  });

  it('of Google Analytics read countries in their language, and say which tables they left out', async () => {
    const site = await platform().createWebsite();
    const csv = [
      '# Startdatum: 20240101',
      '# Enddatum: 20240102',
      'Land,Aktive Nutzer',
      'Deutschland,2',
      '',
      '# Startdatum: 20240101',
      '# Enddatum: 20240102',
      'N-ter Tag,Land,Aktive Nutzer,Sitzungen',
      '0000,Deutschland,2,3',
      '0001,Österreich,1,1',
    ].join('\n');
    expect(await bring(site, 'ga4', 'laender.csv', csv)).toMatchObject({
      status: 'completed',
      note: 'laender.csv: tables without days were left out. Add the dimension “Date” to the report.',
    });
    expect(await values(site, 'country', 'visits')).toEqual({ DE: 3, AT: 1 });
  });

  it('of Google Analytics read the events of its export to BigQuery', async () => {
    const site = await platform().createWebsite();
    const event = (name: string, visitor: string, at: number, url: string, more: object = {}) =>
      JSON.stringify({
        event_date: '20240105',
        event_timestamp: String(Date.UTC(2024, 0, 5, 10, 0, at) * 1000),
        event_name: name,
        event_params: [
          { key: 'page_location', value: { string_value: `https://${site.domain}${url}` } },
          { key: 'ga_session_id', value: { int_value: '1704448800' } },
          ...(at === 0 ? [{ key: 'page_referrer', value: { string_value: 'https://www.google.de/' } }] : []),
        ],
        user_pseudo_id: visitor,
        device: {
          category: 'mobile',
          operating_system: 'iOS',
          language: 'de-de',
          web_info: { browser: 'Safari' },
        },
        geo: { country: 'Germany', region: 'Bavaria', city: 'Munich' },
        ...more,
      });
    const lines = [
      event('session_start', 'a', 0, '/'),
      event('page_view', 'a', 0, '/?utm_source=x'),
      event('page_view', 'a', 30, '/pricing?plan=pro'),
      event('sign_up', 'a', 60, '/pricing'),
      event('page_view', 'b', 5, '/', {
        collected_traffic_source: { manual_source: 'newsletter', manual_medium: 'email' },
      }),
    ];
    const done = await bring(site, 'ga4', 'events_20240105.json', `${lines.join('\n')}\n`);
    expect(done).toMatchObject({ status: 'completed', error: null, days: 1 });
    const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration'];
    expect((await query(site, '2024-01-05', '2024-01-05', { metrics })).rows[0].metrics).toEqual({
      visitors: 2,
      visits: 2,
      pageviews: 3,
      events: 1,
      bounce_rate: 0.5,
      visit_duration: 30,
    });
    expect(await values(site, 'page', 'pageviews')).toEqual({ '/': 2, '/pricing?plan=pro': 1 });
    expect(await values(site, 'referrer', 'visits')).toEqual({ 'google.com': 1 });
    expect(await values(site, 'channel', 'visits')).toEqual({ 'Organic Search': 1, Email: 1 });
    expect(await values(site, 'country', 'visits')).toEqual({ DE: 2 });
    expect(await values(site, 'event', 'events')).toEqual({ sign_up: 1 });
  });

  it('of Universal Analytics read tables of days, in any language', async () => {
    const site = await platform().createWebsite();
    const english = [
      '# ----------------------------------------',
      '# All Web Site Data',
      '# Audience Overview',
      '# 20240101-20240102',
      '# ----------------------------------------',
      '',
      'Language,Users,% Users',
      'en-us,"1,000",83.33%',
      '',
      'Day Index,Users,Sessions,Pageviews,Bounce Rate,Avg. Session Duration',
      '1/1/24,"1,203","2,204","9,000",45.00%,00:00:30',
      '1/2/24,1,1,1,0.00%,<00:00:01',
      ',"1,204","2,205","9,001",44.98%,00:00:30',
    ].join('\n');
    expect(await bring(site, 'universal_analytics', 'Analytics.csv', english)).toMatchObject({
      error: null,
      days: 2,
      note: expect.stringMatching(/tables without days were left out/) as unknown,
    });
    const metrics = ['visitors', 'visits', 'pageviews', 'bounce_rate'];
    const expected = { visitors: 1204, visits: 2205, pageviews: 9001, bounce_rate: 0.4499 };
    expect((await query(site, '2024-01-01', '2024-01-31', { metrics })).rows[0].metrics).toEqual(expected);

    const german = await platform().createWebsite();
    const csv = [
      '# 20240101-20240102',
      'Tagesindex,Nutzer,Sitzungen,Seitenaufrufe,Absprungrate,Durchschnittl. Sitzungsdauer',
      '01.01.24,"1.203","2.204","9.000","45,00 %",00:00:30',
      '02.01.24,1,1,1,"0,00 %",00:00:01',
    ].join('\n');
    expect(await bring(german, 'universal_analytics', 'Analytics.csv', csv)).toMatchObject({ error: null });
    expect((await query(german, '2024-01-01', '2024-01-31', { metrics })).rows[0].metrics).toEqual(expected);
  });

  it('are worked on in a thread', async () => {
    const site = await platform().createWebsite();
    const made = await api('post', `/websites/${site.id}/imports`, {
      source: 'ga4',
      file_name: 'days.csv',
      content: Buffer.from('Date,Sessions\n20240101,3\n').toString('base64'),
    });
    await workOnImports(
      { databaseUrl: platform().db.url, logger: silentLogger() },
      new AbortController().signal,
    );
    const { data } = (await api('get', `/websites/${site.id}/imports/${made.body.data.id as number}`)).body;
    expect(data).toMatchObject({ status: 'completed', days: 1, error: null });
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
