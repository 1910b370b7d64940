import Bowser from 'bowser';

import type { Person, Source } from '@platform/traffic';

/** Numbers that services/analytics gives the dimensions of its dictionary (its docs/storage.md). */
export const PAGE = 1;
export const EVENT_NAME = 2;
/**
 * The dimensions of a visit have the numbers 3 to 17, in the order of their columns in `visits`.
 */
export const FIRST_VISIT_DIMENSION = 3;
export const VISIT_COLUMNS = [
  'referrer_id',
  'channel_id',
  'utm_source_id',
  'utm_medium_id',
  'utm_campaign_id',
  'utm_term_id',
  'utm_content_id',
  'country_id',
  'region_id',
  'city_id',
  'browser_id',
  'os_id',
  'device_id',
  'language_id',
  'screen_id',
] as const;

const agents = new Map<string, readonly [browser: string, os: string, device: string]>();

const readAgent = (userAgent: string): readonly [string, string, string] => {
  const known = agents.get(userAgent);
  if (known) return known;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const read = [browser.name ?? '', os.name ?? '', platform.type ?? ''] as const;
  agents.set(userAgent, read);
  return read;
};

/** The values of a visit's dimensions, in the order of their numbers; empty for none. */
export const visitValues = (person: Person, { host, channel, utm }: Source): readonly string[] => [
  host,
  channel,
  ...utm,
  person.country.code,
  person.region,
  person.city,
  ...readAgent(person.userAgent),
  person.language.toLowerCase(),
  person.screen,
];
