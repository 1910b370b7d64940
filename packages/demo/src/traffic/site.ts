import { createPicker, createRandom, createZipfPicker, seedFrom } from './random.ts';
import type { Picker, Random } from './random.ts';
import { RHYTHMS } from './rhythm.ts';
import type { Rhythm } from './rhythm.ts';

export interface Page {
  readonly path: string;
  readonly title: string;
  /** Indexes of the pages that it links to. */
  readonly links: readonly number[];
}

/** A website's pages, the most popular ones first. */
interface PageGraph {
  readonly pages: readonly Page[];
  /** By popularity (Zipf's law), as visits from elsewhere enter. */
  readonly pick: Picker<Page>;
}

const TOPICS = 'colour contrast privacy statistics speed search layout type icons forms'.split(' ');
const ANGLES = 'guide checklist mistakes examples tools patterns history basics questions numbers'.split(' ');
const AUDIENCES = 'beginners teams designers developers shops startups writers agencies'.split(' ');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const FIXED: readonly (readonly [string, string])[] = [
  ['/', 'Home'],
  ['/pricing', 'Pricing'],
  ['/features', 'Features'],
  ['/signup', 'Sign up'],
  ['/docs', 'Documentation'],
  ['/blog', 'Blog'],
  ['/about', 'About us'],
  ['/contact', 'Contact'],
];

/** Address and title of the page with an index. */
const nameOf = (index: number): readonly [string, string] => {
  const fixed = FIXED[index];
  if (fixed) return fixed;
  const topic = TOPICS[index % TOPICS.length] ?? '';
  const angle = ANGLES[Math.floor(index / TOPICS.length) % ANGLES.length] ?? '';
  const audience = AUDIENCES[Math.floor(index / 100) % AUDIENCES.length] ?? '';
  const part = index < 808 ? '' : `-${Math.floor(index / 800) + 1}`;
  const section = index % 3 === 0 ? 'docs' : 'blog';
  return [
    `/${section}/${topic}-${angle}-for-${audience}${part}`,
    `${capital(topic)} ${angle} for ${audience}${part.replace('-', ', part ')}`,
  ];
};

const LINKS_PER_PAGE = 8;

/** @param count of pages, 8 at least */
const makePages = (random: Random, count: number): PageGraph => {
  const indexes = Array.from({ length: Math.max(FIXED.length, count) }, (_, index) => index);
  const popular = createZipfPicker(indexes, 0.9);
  const pages = indexes.map((index): Page => {
    const [path, title] = nameOf(index);
    // Half of the links lead to popular pages, half to neighbours on the same subject.
    const links = Array.from({ length: LINKS_PER_PAGE }, (_, link) =>
      link % 2 === 0 ? popular(random) : (index + TOPICS.length * (link + 1)) % indexes.length,
    );
    return { path, title, links };
  });
  return { pages, pick: createZipfPicker(pages, 0.9) };
};

/** Addresses that links elsewhere still point to although the pages are gone. */
export const LOST_PAGES: readonly Page[] = [
  '/old-pricing',
  '/wp-login.php',
  '/blog/2019/hello',
  '/docs/v1',
].map((path) => ({ path, title: 'Page not found', links: [0] }));

/** Where people are, and what they speak. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly share: number;
  /** BCP 47, the most common one first. */
  readonly languages: readonly string[];
  /** A region and a city of it each. */
  readonly places: readonly (readonly [region: string, city: string])[];
  /**
   * First address and size (log2) of a block of addresses that a large provider of the country has.
   */
  readonly block: readonly [first: string, bits: number];
}

const country = (
  code: string,
  share: number,
  languages: string,
  block: string,
  places: readonly (readonly [string, string])[],
): Country => {
  const [first = '', prefix = ''] = block.split('/');
  return { code, share, languages: languages.split(' '), places, block: [first, 32 - Number(prefix)] };
};

const COUNTRIES: readonly Country[] = [
  country('US', 28, 'en-US en-US en-US es-US', '73.0.0.0/8', [
    ['California', 'San Francisco'],
    ['New York', 'New York'],
    ['Texas', 'Austin'],
    ['Washington', 'Seattle'],
  ]),
  country('DE', 12, 'de-DE de en-US', '79.192.0.0/10', [
    ['Land Berlin', 'Berlin'],
    ['Bavaria', 'Munich'],
    ['Hamburg', 'Hamburg'],
  ]),
  country('GB', 9, 'en-GB en', '86.128.0.0/10', [
    ['England', 'London'],
    ['England', 'Manchester'],
    ['Scotland', 'Edinburgh'],
  ]),
  country('FR', 6, 'fr-FR fr', '90.0.0.0/9', [
    ['Île-de-France', 'Paris'],
    ['Auvergne-Rhône-Alpes', 'Lyon'],
  ]),
  country('IN', 8, 'en-IN en-US hi-IN', '49.32.0.0/12', [
    ['Karnataka', 'Bengaluru'],
    ['Maharashtra', 'Mumbai'],
  ]),
  country('CA', 4, 'en-CA fr-CA', '70.24.0.0/13', [
    ['Ontario', 'Toronto'],
    ['Quebec', 'Montreal'],
  ]),
  country('NL', 4, 'nl-NL nl en-US', '84.24.0.0/13', [['North Holland', 'Amsterdam']]),
  country('BR', 5, 'pt-BR', '177.32.0.0/11', [['São Paulo', 'São Paulo']]),
  country('ES', 3, 'es-ES es', '83.32.0.0/11', [['Madrid', 'Madrid']]),
  country('IT', 3, 'it-IT it', '79.0.0.0/10', [['Lombardy', 'Milan']]),
  country('PL', 3, 'pl-PL pl', '83.0.0.0/11', [['Mazovia', 'Warsaw']]),
  country('JP', 4, 'ja ja-JP', '126.0.0.0/8', [['Tokyo', 'Tokyo']]),
  country('AU', 3, 'en-AU', '1.120.0.0/13', [['New South Wales', 'Sydney']]),
  country('SE', 2, 'sv-SE en-US', '81.224.0.0/12', [['Stockholm County', 'Stockholm']]),
  country('CH', 2, 'de-CH fr-CH', '85.0.0.0/13', [['Zurich', 'Zurich']]),
  country('KR', 2, 'ko-KR', '175.192.0.0/10', [['Seoul', 'Seoul']]),
  country('MX', 2, 'es-MX', '187.128.0.0/10', [['Mexico City', 'Mexico City']]),
];

/** Countries of a website's audience: the country of its time zone far ahead of the others. */
export const createCountryPicker = (home: string): ((random: Random) => Country) =>
  createPicker(COUNTRIES.map((item) => [item, item.code === home ? 80 : item.share]));

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

export interface TrafficPlan {
  readonly seed: number;
  /** Rows of events in all, about. */
  readonly events: number;
  readonly days: number;
  readonly smallSites: number;
  /** Share of the events that the one large site has; 1 when there are no small ones. */
  readonly largeShare: number;
}

/**
 * Rows of events that a visit brings on average: page views, events and engagement (test/traffic
 * checks it).
 */
export const EVENTS_PER_VISIT = 5.9;

/**
 * One large website and many small ones, with so many visits that the number of events comes about.
 */
export const planSites = ({ seed, events, days, smallSites, largeShare }: TrafficPlan): TrafficSite[] => {
  const visitsPerDay = events / days / EVENTS_PER_VISIT;
  const share = smallSites === 0 ? 1 : largeShare;
  const large = makeSite({
    seed: seedFrom(seed, 0),
    domain: 'large.example',
    visitsPerDay: visitsPerDay * share,
    pages: 2_000,
    timezone: 'Europe/Berlin',
  });
  const small = Array.from({ length: smallSites }, (_, index) =>
    makeSite({
      seed: seedFrom(seed, index + 1),
      domain: `small-${index + 1}.example`,
      visitsPerDay: (visitsPerDay * (1 - share)) / smallSites,
      pages: 20 + (index % 60),
    }),
  );
  return [large, ...small];
};
