import type { ImportSource } from './read-rows.ts';
import { goatcounter } from './sources/goatcounter.ts';
import { ga4, universalAnalytics } from './sources/google.ts';
import { plausible } from './sources/plausible.ts';
import { umami } from './sources/umami.ts';

/** Programs that data can be imported from. */
const SOURCES: readonly ImportSource[] = [plausible, umami, goatcounter, ga4, universalAnalytics];

export const SOURCE_IDS: readonly string[] = SOURCES.map(({ id }) => id);

if (new Set(SOURCE_IDS).size < SOURCE_IDS.length)
  throw new Error(`two sources of imports share an id: ${SOURCE_IDS.join(', ')}`);

/** The source of an id. */
export const importSource = (id: string): ImportSource => {
  const source = SOURCES.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error(`unknown source ${id}`);
  return source;
};
