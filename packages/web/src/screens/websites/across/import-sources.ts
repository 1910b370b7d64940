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
