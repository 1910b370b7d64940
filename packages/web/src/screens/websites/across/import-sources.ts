import type { Input } from '@platform/client';

export type Source = Input<'websites.imports.create'>['source'];

/** Names of the products from which statistics are imported. */
export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  ga4: 'Google Analytics 4',
  universal_analytics: 'Universal Analytics',
};

/** Enough for the names in a ZIP, and for the heads of a table. */
const LOOKED_AT_BYTES = 256 * 1024;

const startOf = async (file: Blob): Promise<Uint8Array> => {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT_BYTES).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value?.slice(0, LOOKED_AT_BYTES) ?? bytes;
};

/** By what only one product writes, in the order in which they are looked for. */
const SIGNS: readonly (readonly [Source, RegExp])[] = [
  ['plausible', /imported_(?:visitors|pages|sources|locations|browsers|devices)/],
  ['goatcounter', /^[12]?"?[12]Path,/],
  ['umami', /website_event|event_type,[^\n]*url_path|url_path,[^\n]*event_type/],
  ['ga4', /"?event_timestamp"?/],
  ['ga4', /Engaged sessions|Event count|Active users|New users,Engaged|,Views\b/i],
  ['universal_analytics', /Page ?views|Unique Pageviews|Avg\. Session Duration|Bounce Rate/i],
];

/** Finds the product whose export a file is, by its name and its beginning; undefined where none fits. */
export const findSource = async (file: File): Promise<Source | undefined> => {
  const text = new TextDecoder('latin1').decode(await startOf(file));
  const looked = `${/^imported_/.test(file.name) ? 'imported_visitors ' : ''}${text.replace(/^\u00ef\u00bb\u00bf/, '')}`;
  return SIGNS.find(([, sign]) => sign.test(looked))?.[0];
};
