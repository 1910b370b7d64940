import { findSource } from '../src/screens/websites/across/import-sources.ts';

const zipOf = (...names: string[]): string =>
  `PK\u0003\u0004${names.map((name) => `\u0000\u0001${name}`).join('')}`;

it.each([
  ['export.zip', zipOf('imported_visitors_20260101_20260201.csv'), 'plausible'],
  ['imported_pages.csv', 'date,visitors', 'plausible'],
  ['export.zip', zipOf('website_event.csv'), 'umami'],
  ['events.csv', 'website_id,session_id,event_type,url_path', 'umami'],
  ['goatcounter.csv', '2Path,Title,Event', 'goatcounter'],
  ['events.json', '{"event_date":"20260101","event_timestamp":"1"}', 'ga4'],
  ['report.csv', '# ----\nDate,Active users,Engaged sessions', 'ga4'],
  ['old.csv', '# ----\nDay Index,Sessions,Pageviews', 'universal_analytics'],
  ['holiday.txt', 'hello', undefined],
  ['empty.csv', '', undefined],
])('knows whose export %s is', async (name, content, source) => {
  expect(await findSource(new File([content], name))).toBe(source);
});

it('looks into what is compressed', async () => {
  const zipped = new Blob(['2Path,Title']).stream().pipeThrough(new CompressionStream('gzip'));
  const file = new File([await new Response(zipped).arrayBuffer()], 'goatcounter.csv.gz');
  expect(await findSource(file)).toBe('goatcounter');
});

it('survives what only claims to be compressed', async () => {
  await expect(findSource(new File([new Uint8Array([0x1f, 0x8b, 1, 2, 3])], 'x.gz'))).rejects.toThrow();
});
