import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateRawSync } from 'node:zlib';

import { startTemporaryPlatform } from '@platform/local';
import { eventually } from '@platform/testing';

import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { keepSending } from '../harness/keep-sending.ts';
import { percentile } from '../harness/percentile.ts';
import { hostileInputs } from '../palette/hostile-inputs.ts';

/** A request as an organisation sends it, by the gateway. */
interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  /** In the place of the organisation's key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Cheap requests of somebody else, one to each service and one to the gateway itself. */
const USUAL: readonly string[] = ['/api/v1/websites', '/api/v1/reports', '/v1/palettes', '/v1/keys/self'];

/** Requests of a neighbour in flight at once, and milliseconds between those that are measured. */
const AT_ONCE = 4;
const EVERY_MILLISECONDS = 60;

const MEGABYTE = 1024 ** 2;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Milliseconds of the usual requests, sent at an even pace for a time. */
const usualTimes = async (url: string, key: string, milliseconds: number): Promise<number[]> => {
  const times: Promise<number>[] = [];
  const end = performance.now() + milliseconds;
  const time = async (path: string): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(60_000),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A neighbour's ${path} was answered ${answer.status}.`);
    return performance.now() - begun;
  };
  for (let turn = 0; performance.now() < end; turn += 1) {
    times.push(time(USUAL[turn % USUAL.length] ?? '/'));
    await pause(EVERY_MILLISECONDS);
  }
  return Promise.all(times);
};

/** Records of the organisation that sends costly requests. */
interface Records {
  readonly palette: string;
  readonly website: number;
  readonly siteKey: string;
  readonly report: number;
  /** A visit of the website, and its day. */
  readonly visit: { readonly id: string; readonly day: string };
  /** Headers of somebody who is signed in with an account. */
  readonly account: Readonly<Record<string, string>>;
}

const json = (value: unknown): string => JSON.stringify(value);

// TEST-NET-1 (RFC 5737): packets to it are dropped, or refused at once.
const NOWHERE = 'http://192.0.2.1/';

/** An archive of CSV files whose one entry inflates to 200 MB. */
const inflatingArchive = (): Buffer => {
  const name = Buffer.from('imported_pages.csv');
  const content = Buffer.alloc(200 * MEGABYTE, 'date,page,visitors\n');
  const packed = deflateRawSync(content, { level: 9 });
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), fields, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
};

const toAnalytics = ({ website, siteKey, visit }: Records): (Sent & { name: string })[] => {
  const hit = {
    site_key: siteKey,
    url: 'https://bench.example/',
    referrer: `https://${'a.'.repeat(600)}example/`,
  };
  const century = { from: '1926-01-01', to: '2026-01-01' };
  const asked = { metrics: ['visitors', 'bounce_rate'] };
  const query = `/api/v1/stats/${website}/query`;
  const own = `/api/v1/websites/${website}`;
  const longValues = Array.from({ length: 100 }, (_, n) => `${n}${'ab'.repeat(200)}`);
  const wildRules = Array.from({ length: 500 }, (_, n) => `/${'*a'.repeat(10)}*b${n} => /x`);
  return [
    {
      name: '70 hits with long referrers',
      path: '/api/v1/events',
      body: json({ events: Array.from({ length: 70 }, () => hit) }),
    },
    {
      name: 'a century of statistics by day',
      path: query,
      body: json({ ...asked, dimensions: ['time:day'], date_range: century }),
    },
    {
      name: 'a century beside the one before, by day',
      path: query,
      body: json({
        ...asked,
        dimensions: ['time:day'],
        date_range: century,
        compare: { from: '1825-01-01', to: '1925-01-01' },
      }),
    },
    {
      name: 'a century of all websites together, by day and page',
      path: '/api/v1/stats/rollup/query',
      body: json({ ...asked, dimensions: ['website', 'time:day', 'page'], date_range: century }),
    },
    {
      name: 'a filter of a hundred long values',
      path: query,
      body: json({
        ...asked,
        dimensions: ['page'],
        filters: [{ dimension: 'page', operator: 'contains', values: longValues }],
        date_range: '12mo',
      }),
    },
    {
      name: 'a group of 12,000 websites',
      path: '/api/v1/groups',
      body: json({ name: 'All', websites: Array.from({ length: 12_000 }, (_, n) => n + 1) }),
    },
    {
      name: 'a bot, looked for in all visits',
      path: `${own}/bots/preview`,
      body: json({ visit: visit.id, from: visit.day, traits: ['country'] }),
    },
    {
      name: 'rules with many stars, tried with a long address',
      path: `${own}/exclusions/test`,
      body: json({ url: `/${'a'.repeat(4_000)}`, page_rules: wildRules.join('\n').slice(0, 19_000) }),
    },
    {
      name: '9,000 parameters to exclude, tried with an address that has 2,000',
      path: `${own}/exclusions/test`,
      body: json({
        url: `/?${Array.from({ length: 2_000 }, (_, n) => n.toString(36)).join('&')}`.slice(0, 4_096),
        exclude_params: '*\n'.repeat(9_000),
      }),
    },
    {
      name: '9,000 parameters to exclude, previewed',
      path: `${own}/exclusions/preview`,
      body: json({ exclude_params: '*\n'.repeat(9_000) }),
    },
    {
      name: 'an import of 3 MB that is nothing',
      path: `${own}/imports`,
      body: json({
        source: 'plausible',
        file_name: 'export.zip',
        content: Buffer.alloc(3 * MEGABYTE, 7).toString('base64'),
      }),
    },
    {
      name: 'an import that inflates to 200 MB',
      path: `${own}/imports`,
      body: json({
        source: 'plausible',
        file_name: 'export.zip',
        content: inflatingArchive().toString('base64'),
      }),
    },
  ];
};

const toReports = ({ report }: Records): (Sent & { name: string })[] => [
  {
    name: 'a report on a host that never answers',
    path: '/api/v1/reports',
    body: json({ url: NOWHERE }),
  },
  {
    name: 'a crawl of a host that never answers',
    path: '/api/v1/sites',
    body: json({ url: NOWHERE }),
  },
  { name: 'a search of 200 signs', path: `/api/v1/reports?search=${'%25_'.repeat(100)}` },
  {
    name: 'a schedule with 20,000 signs of addresses',
    path: '/api/v1/schedules',
    body: json({ report_id: report, email_recipients: 'a@b.c\n'.repeat(3_300) }),
  },
];

const toGateway = ({ account }: Records): (Sent & { name: string })[] => [
  { name: 'a body of 90 KB of brackets', path: '/v1/webhooks', body: '['.repeat(90_000) },
  {
    name: 'a key with 20,000 scopes',
    path: '/v1/keys',
    body: json({ name: 'k', scopes: Array.from({ length: 20_000 }, () => '*') }),
  },
  {
    name: 'a sign-in with a wrong password',
    path: '/console/accounts/sign-in',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: json({ email: 'nobody@bench.example', password: 'x'.repeat(200) }),
  },
  {
    name: 'another e-mail address for an account',
    path: '/v1/account/email',
    headers: account,
    body: json({ email: 'another@bench.example' }),
  },
  {
    name: 'a long password for an account',
    method: 'PUT',
    path: '/v1/account/password',
    headers: account,
    body: json({ password: 'password1'.repeat(22) }),
  },
  { name: 'a command line that asks to be let in', path: '/console/device/code', body: '{"client":"x"}' },
  {
    name: 'a command line that asks for its key',
    path: '/console/device/key',
    body: json({ device_code: 'x'.repeat(43) }),
  },
];

const make = async <Answer>(url: string, key: string, path: string, body: object): Promise<Answer> => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Answer }).data;
};

/** Records for the costly requests: a visit that counts, and somebody with an account. */
const prepare = async (url: string, key: string): Promise<Records> => {
  const palette = await make<{ id: string }>(url, key, '/v1/palettes', { base_color: '#3366cc' });
  const website = await make<{ id: number; site_key: string }>(url, key, '/api/v1/websites', {
    domain: 'bench.example',
  });
  const report = await make<{ id: number }>(url, key, '/api/v1/reports', { url: `${url}/docs` });
  await make(url, key, '/api/v1/events', {
    events: [{ site_key: website.site_key, url: 'https://bench.example/', user_agent: BROWSER }],
  });
  const visits = await eventually(async () => {
    const answer = await fetch(`${url}/api/v1/stats/${website.id}/visits`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { id: string; started_at: string }[] };
    if (data.length === 0) throw new Error('The visit of the benchmark is not counted.');
    return data;
  });
  const member = await make<{ invitation_url: string }>(url, key, '/v1/members', {
    email: 'somebody@bench.example',
    role: 'viewer',
  });
  const joined = await fetch(`${url}/console/accounts/invitation/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: json({
      token: new URL(member.invitation_url).hash.replace('#invitation=', ''),
      name: 'Somebody',
      password: 'a password of the benchmark',
    }),
  });
  const cookie = joined.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`Nobody could join: ${await joined.text()}`);
  return {
    palette: palette.id,
    website: website.id,
    siteKey: website.site_key,
    report: report.id,
    visit: { id: visits[0]?.id ?? '', day: visits[0]?.started_at.slice(0, 10) ?? '' },
    account: { cookie, 'sec-fetch-site': 'same-origin' },
  };
};

const measure = async (milliseconds: number, { cleanUp, log }: BenchContext): Promise<Figure[]> => {
  const platform = await startTemporaryPlatform({ RATE_LIMIT_PER_MINUTE: '6000', LOG_LEVEL: 'fatal' });
  cleanUp(() => platform.stop());
  const { url, key } = platform;
  const other = await platform.createKey('Neighbour');
  const records = await prepare(url, key);
  await usualTimes(url, other, milliseconds);
  const idle = percentile(await usualTimes(url, other, 3 * milliseconds), 0.99);
  log(`idle: p99 ${idle.toFixed(1)} ms`);
  const figures: Figure[] = [{ name: 'idle, p99', value: idle, unit: 'ms' }];
  const costly: (Sent & { name: string })[] = [
    ...hostileInputs(records.palette),
    ...toAnalytics(records),
    ...toReports(records),
    ...toGateway(records),
  ];
  const chosen = new RegExp(process.env['COSTLY'] ?? '');
  for (const { name, method, path, body, headers } of costly.filter((sent) => chosen.test(sent.name))) {
    const stop = await keepSending(
      {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        url: url + path,
        headers: {
          ...(headers ?? { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body,
      },
      AT_ONCE,
    );
    const p99 = percentile(await usualTimes(url, other, milliseconds), 0.99);
    const statuses = Object.entries(await stop()).map(([status, count]) => `${status} × ${count}`);
    log(`${name}: p99 ${p99.toFixed(1)} ms; ${statuses.join(', ')}`);
    figures.push({ name, value: p99 / idle, unit: '× idle', aim: { atMost: 2 } });
  }
  return figures;
};

/** How much an organisation's costly requests slow down another's cheap ones. */
export const costlyNeighbours: Benchmark = {
  id: 'costly-neighbours',
  title: 'Costly requests of a neighbour',
  measures:
    'The 99th percentile of an organisation’s cheap requests to every service by the gateway, while another organisation keeps four of the same costly request in flight from a process of its own, against the same on an idle platform. `COSTLY` chooses requests by a part of their names.',
  limitSeconds: 1_800,
  run: (context) => measure(context.quick ? 1_500 : 10_000, context),
};
