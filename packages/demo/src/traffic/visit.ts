import type { Person } from './person.ts';
import { createRandom, seedFrom } from './random.ts';
import type { Random } from './random.ts';
import { LOST_PAGES } from './site.ts';
import type { Page, TrafficSite } from './site.ts';
import { DIRECT } from './sources.ts';
import type { Source, Unwanted } from './sources.ts';

export type Props = Readonly<Record<string, string | number | boolean>>;

/** One thing that happens on a website. */
export interface TrafficEvent {
  readonly kind: 'pageview' | 'event' | 'engagement';
  /** Milliseconds since 1970. */
  readonly ts: number;
  readonly person: Person;
  readonly page: Page;
  /** Where it came from; `DIRECT` for all but the first view of a visit. */
  readonly source: Source;
  /** Of an event; empty otherwise. */
  readonly name: string;
  readonly props: Props;
  /** Of engagement: milliseconds and percentage points. */
  readonly engagedMs: number;
  readonly scroll: number;
  /** Set for what analytics is expected to drop. */
  readonly unwanted: Unwanted | null;
}

const NOTHING = { name: '', props: {}, engagedMs: 0, scroll: 0, unwanted: null } as const;

const BOUNCE = 0.44;
const NEXT_PAGE = 0.72;
const MAX_VIEWS = 40;
/**
 * A visit ends when nothing is heard of it for half an hour, so nobody stays that long on one page.
 */
const MAX_STAY_MS = 25 * 60_000;

const nextPage = (site: TrafficSite, page: Page, random: Random): Page => {
  const { pages, pick } = site.graph;
  const choice = random.next();
  if (choice < 0.75) return pages[page.links[random.int(page.links.length)] ?? 0] ?? page;
  return choice < 0.9 ? pick(random) : (pages[0] ?? page);
};

const PLANS = ['free', 'team', 'business'];

/** The event that may happen on a page. */
const eventOn = (page: Page, random: Random): { name: string; props: Props } | null => {
  if (page.title === 'Page not found') return { name: '404', props: { path: page.path } };
  if (page.path === '/signup')
    return random.chance(0.3) ? { name: 'Signup', props: { plan: PLANS[random.int(3)] ?? '' } } : null;
  if (page.path === '/pricing' && random.chance(0.06))
    return {
      name: 'Purchase',
      props: {
        plan: PLANS[random.int(3)] ?? '',
        revenue: 9 + random.int(20) * 10,
        yearly: random.chance(0.4),
      },
    };
  if (page.path.startsWith('/docs') && random.chance(0.07))
    return { name: 'File Download', props: { url: `https://cdn.example.com${page.path}.pdf` } };
  return random.chance(0.05) ? { name: 'Outbound Link', props: { url: 'https://github.com/example' } } : null;
};

/**
 * A visit of a person that begins at `start`: page views that follow the links, what happens on
 * them, how long they are read.
 */
export const visitEvents = (
  site: TrafficSite,
  person: Person,
  start: number,
  source: Source,
): TrafficEvent[] => {
  const random = createRandom(seedFrom(site.seed, 5, person.number, start));
  const events: TrafficEvent[] = [];
  const { pages, pick } = site.graph;
  const lost = LOST_PAGES[random.int(LOST_PAGES.length)];
  let page = random.chance(0.3) ? pages[0] : pick(random);
  if (lost && source.host !== '' && random.chance(0.02)) page = lost;
  if (!page) return events;
  const views = random.chance(BOUNCE) ? 1 : 2 + Math.floor(random.exponential(1 / -Math.log(NEXT_PAGE)));
  let ts = start;
  for (let view = 0; view < Math.min(views, MAX_VIEWS); view += 1) {
    if (view > 0) page = nextPage(site, page, random);
    const common = { person, page, source: DIRECT };
    events.push({ ...NOTHING, ...common, kind: 'pageview', ts, source: view === 0 ? source : DIRECT });
    const stay = Math.floor(Math.min(MAX_STAY_MS, Math.max(1_500, random.logNormal(32_000, 1.1))));
    const event = eventOn(page, random);
    if (event) events.push({ ...NOTHING, ...common, ...event, kind: 'event', ts: ts + Math.floor(stay / 2) });
    ts += stay;
    // Some browsers are closed before they can tell.
    if (random.chance(0.93))
      events.push({
        ...NOTHING,
        ...common,
        kind: 'engagement',
        ts,
        engagedMs: Math.floor(stay * (0.4 + 0.55 * random.next())),
        scroll: Math.min(100, 15 + random.int(40) + Math.floor(stay / 1_500)),
      });
    ts += 200 + random.int(600);
  }
  return events;
};
