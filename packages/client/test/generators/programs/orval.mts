import {
  eventsSend,
  keysCreate,
  keysRevoke,
  palettesCreate,
  palettesPicture,
  reportsCreate,
  reportsShow,
  statsQuery,
  tokensExport,
  tokensFile,
  tokensStatus,
  websitesCreate,
  websitesList,
} from './generated/orval.ts';

// The main job of each area, by the functions on `fetch` that orval makes.

const { DAP_KEY = '', PAGE = '' } = process.env;
const as = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });
const own = as(DAP_KEY);

/** The answer if it has the status that was hoped for. */
const expectStatus = <A extends { status: number; data: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): Extract<A, { status: S }> => {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
  return answer as Extract<A, { status: S }>;
};

const created = await websitesCreate({ domain: 'orval.example', privacy: 0 }, own);
const website = expectStatus(created, 201).data.data;
const hit = { site_key: website.site_key, url: `https://${website.domain}/`, ip: '203.0.113.7' };
const visit = {
  ...hit,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
expectStatus(await eventsSend({ events: [visit] }, own), 200);
const stats = await statsQuery(website.id, { metrics: ['visitors'], date_range: '7d' }, own);

const report = expectStatus(await reportsCreate({ url: PAGE }, own), 201).data.data;
let { status } = report;
while (status === 'pending') {
  await new Promise((resolve) => setTimeout(resolve, 500));
  status = expectStatus(await reportsShow(report.id, own), 200).data.data.status;
}

const palette = expectStatus(await palettesCreate({ base_color: '#3366cc' }, own), 201).data.data;
const exported = { palette_id: palette.id, format: 'css', prefix: 'brand' } as const;
const started = expectStatus(await tokensExport(exported, own), 202).data.data;
let state = started.status;
while (state === 'queued' || state === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  state = expectStatus(await tokensStatus(started.id, {}, own), 200).data.data.status;
}
const file = expectStatus(await tokensFile(started.id, own), 200);
const png = { headers: { ...own.headers, Accept: 'image/png' } };
const picture = expectStatus(await palettesPicture(palette.id, {}, png), 200);

const made = expectStatus(await keysCreate({ name: 'Reader', scopes: ['websites:read'] }, own), 201).data
  .data;
const listed = expectStatus(await websitesList({}, as(made.key)), 200);
expectStatus(await keysRevoke(made.id, own), 200);
const refused = expectStatus(await websitesList({}, as(made.key)), 401);

// The operations answer with one of several types; without `Accept`, with the first.
const rows = expectStatus(stats, 200).data;
const css = file.data;
const results = {
  visitors: typeof rows === 'string' ? rows : rows.data.rows[0]?.metrics['visitors'],
  report: status,
  css: css instanceof Blob ? await css.text() : String(css),
  picture: (picture.data as Blob).type,
  websites: listed.data.meta.total,
  code: refused.data.code,
};
process.stdout.write(JSON.stringify(results));
