import { createCountryPicker } from './audience.ts';
import type { Country } from './audience.ts';
import { makePages } from './pages.ts';
import type { PageGraph } from './pages.ts';
import { createRandom, seedFrom } from './random.ts';
import { RHYTHMS } from './rhythm.ts';
import type { Rhythm } from './rhythm.ts';
import type { Picker } from './random.ts';

/** A made-up website and its audience. */
export interface TrafficSite {
  readonly seed: number;
  readonly domain: string;
  /** IANA name. */
  readonly timezone: string;
  /** On an average day. */
  readonly visitsPerDay: number;
  readonly graph: PageGraph;
  readonly rhythm: Rhythm;
  readonly pickCountry: Picker<Country>;
}

/** Zones and their countries; whole, half and quarter hours, with and without summer time. */
const ZONES: readonly (readonly [string, string])[] = [
  ['Europe/Berlin', 'DE'],
  ['America/New_York', 'US'],
  ['Europe/London', 'GB'],
  ['Asia/Kolkata', 'IN'],
  ['America/Los_Angeles', 'US'],
  ['Europe/Paris', 'FR'],
  ['Australia/Sydney', 'AU'],
  ['America/Sao_Paulo', 'BR'],
  ['Asia/Tokyo', 'JP'],
  ['Europe/Warsaw', 'PL'],
  ['Asia/Kathmandu', 'IN'],
  ['UTC', 'US'],
];

export interface SitePlan {
  readonly seed: number;
  readonly domain: string;
  readonly visitsPerDay: number;
  readonly pages: number;
  /** Chosen by the seed when not given. */
  readonly timezone?: string;
}

/** Makes a website; the same plan makes the same one. */
export const makeSite = ({ seed, domain, visitsPerDay, pages, timezone }: SitePlan): TrafficSite => {
  const random = createRandom(seedFrom(seed, 1));
  const chosen = ZONES[random.int(ZONES.length)] ?? ['UTC', 'US'];
  const zone = timezone ?? chosen[0];
  const home = ZONES.find(([name]) => name === zone)?.[1] ?? 'US';
  return {
    seed,
    domain,
    visitsPerDay,
    timezone: zone,
    graph: makePages(random, pages),
    rhythm: RHYTHMS[random.int(RHYTHMS.length)] ?? RHYTHMS[0],
    pickCountry: createCountryPicker(home),
  };
};
