// The main job of each area, by openapi-typescript's types and openapi-fetch.

import createClient from 'openapi-fetch';

import type { paths } from './generated/openapi-typescript.ts';

const { DAP_URL = '', DAP_KEY = '', PAGE = '' } = process.env;
const client = createClient<paths>({ baseUrl: DAP_URL, headers: { Authorization: `Bearer ${DAP_KEY}` } });

// Of the types that an operation answers with, this one sees JSON alone.
const json = createClient<paths, 'application/json'>({
  baseUrl: DAP_URL,
  headers: { Authorization: `Bearer ${DAP_KEY}` },
});

const must = <T,>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

const { data: website } = must(
  await client.POST('/api/v1/websites', { body: { domain: 'openapi-typescript.example', privacy: 0 } }),
);
const hit = { site_key: website.site_key, url: `https://${website.domain}/`, ip: '203.0.113.7' };
const visit = {
  ...hit,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
must(await client.POST('/api/v1/events', { body: { events: [{ ...visit, name: 'pageview' }] } }));
const stats = must(
  await json.POST('/api/v1/stats/{id}/query', {
    params: { path: { id: website.id } },
    body: { metrics: ['visitors'], date_range: '7d' },
  }),
);
const csv = must(
  await client.GET('/api/v1/stats/{id}', {
    params: { path: { id: website.id }, query: { name: 'page', from: today(), to: today() } },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  }),
);

const { data: report } = must(await client.POST('/api/v1/reports', { body: { url: PAGE } }));
let { status } = report;
while (status === 'pending') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const shown = must(await client.GET('/api/v1/reports/{id}', { params: { path: { id: report.id } } }));
  status = shown.data.status;
}

const { data: palette } = must(await client.POST('/v1/palettes', { body: { base_color: '#3366cc' } }));
const started = must(
  await client.POST('/v1/tokens/export', {
    body: { palette_id: palette.id, format: 'css', prefix: 'brand' },
  }),
);
const { id } = started.data;
let state = started.data.status;
while (state === 'queued' || state === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  state = must(await client.GET('/v1/tokens/{id}/status', { params: { path: { id } } })).data.status;
}
const file = await client.GET('/v1/tokens/{id}/file', { params: { path: { id } }, parseAs: 'text' });
const picture = await client.GET('/v1/palettes/{id}/picture', {
  params: { path: { id: palette.id } },
  headers: { Accept: 'image/png' },
  parseAs: 'blob',
});

const made = must(await client.POST('/v1/keys', { body: { name: 'Reader', scopes: ['websites:read'] } }));
const reader = { headers: { Authorization: `Bearer ${made.data.key}` } };
const listed = must(await client.GET('/api/v1/websites', reader));
must(await client.DELETE('/v1/keys/{id}', { params: { path: { id: made.data.id } } }));
const refused = await client.GET('/api/v1/websites', reader);

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const results = {
  visitors: stats.data.rows[0]?.metrics['visitors'],
  csv: csv.trim().split('\n').length,
  report: status,
  css: file.data,
  picture: (picture.data as unknown as Blob).type,
  websites: listed.meta.total,
  code: refused.error && 'code' in refused.error ? refused.error.code : undefined,
};
process.stdout.write(JSON.stringify(results));
