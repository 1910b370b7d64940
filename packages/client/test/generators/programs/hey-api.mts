import { client } from './generated/hey-api/client.gen.ts';
import {
  eventsSend,
  keysCreate,
  keysRevoke,
  palettesCreate,
  palettesPicture,
  reportsCreate,
  reportsShow,
  statsList,
  statsQuery,
  tokensExport,
  tokensFile,
  tokensStatus,
  websitesCreate,
  websitesList,
} from './generated/hey-api/sdk.gen.ts';

// The main job of each area, by the client that @hey-api/openapi-ts makes.

const { DAP_URL = '', DAP_KEY = '', PAGE = '' } = process.env;
client.setConfig({ baseUrl: DAP_URL, auth: DAP_KEY });
const today = new Date().toISOString().slice(0, 10);
const options = { throwOnError: true } as const;

const { data: website } = (
  await websitesCreate({ body: { domain: 'hey-api.example', privacy: 0 }, ...options })
).data;
const hit = { site_key: website.site_key, url: `https://${website.domain}/`, ip: '203.0.113.7' };
const visit = {
  ...hit,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
await eventsSend({ body: { events: [visit] }, ...options });
const path = { id: website.id };
const stats = await statsQuery({ path, body: { metrics: ['visitors'], date_range: '7d' }, ...options });
const csv = await statsList({
  path,
  query: { name: 'page', from: today, to: today },
  headers: { Accept: 'text/csv' },
  ...options,
});

const { data: report } = (await reportsCreate({ body: { url: PAGE }, ...options })).data;
let { status } = report;
while (status === 'pending') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  status = (await reportsShow({ path: { id: report.id }, ...options })).data.data.status;
}

const { data: palette } = (await palettesCreate({ body: { base_color: '#3366cc' }, ...options })).data;
const exported = { palette_id: palette.id, format: 'css', prefix: 'brand' } as const;
const { data: started } = (await tokensExport({ body: exported, ...options })).data;
const { id } = started;
let state = started.status;
while (state === 'queued' || state === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  state = (await tokensStatus({ path: { id }, ...options })).data.data.status;
}
const file = await tokensFile({ path: { id }, parseAs: 'blob', ...options });
const picture = await palettesPicture({
  path: { id: palette.id },
  headers: { Accept: 'image/png' },
  ...options,
});

const { data: made } = (await keysCreate({ body: { name: 'Reader', scopes: ['websites:read'] }, ...options }))
  .data;
const listed = await websitesList({ auth: made.key, ...options });
await keysRevoke({ path: { id: made.id }, ...options });
const refused = await websitesList({ auth: made.key });

const results = {
  visitors: stats.data.data.rows[0]?.metrics['visitors'],
  csv: String(csv.data).trim().split('\n').length,
  report: status,
  css: await (file.data as unknown as Blob).text(),
  picture: (picture.data as Blob).type,
  websites: listed.data.meta.total,
  code: refused.error?.code,
};
process.stdout.write(JSON.stringify(results));
