/**
 * A random generator that gives the same numbers for the same seed (mulberry32, public domain).
 * Numbers from 0 to below 1.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A website to send traffic to. */
export interface TrafficSite {
  readonly siteKey: string;
  readonly domain: string;
}

/** Action of one visitor at one moment. */
export interface TrafficEvent {
  readonly site: TrafficSite;
  readonly name: 'pageview' | 'engagement' | 'Signup';
  readonly path: string;
  readonly referrer: string;
  readonly userAgent: string;
  readonly address: string;
  readonly screen: readonly [number, number];
  readonly language: string;
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
];
const REFERRERS = [
  '',
  '',
  '',
  'https://www.google.com/',
  'https://duckduckgo.com/',
  'https://news.ycombinator.com/',
  'https://chatgpt.com/',
];
const SCREENS = [
  [1920, 1080],
  [1440, 900],
  [390, 844],
  [412, 915],
  [2560, 1440],
] as const;
const LANGUAGES = ['en-US', 'en-GB', 'de', 'fr-FR', 'es', 'pt-BR', 'ja'];
const PAGES = 400;

/**
 * An endless, seeded stream of visits: half of them to the first website, the rest spread over the
 * others; two or three page views each, some pages far more popular than others, engagement after
 * every second page, a few events.
 */
export function* traffic(sites: readonly TrafficSite[], seed: number): Generator<TrafficEvent> {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const first = pick(sites.slice(0, 1));
  for (;;) {
    const site = random() < 0.5 ? first : pick(sites);
    const visitor = Math.floor(random() * 200_000);
    const common = {
      site,
      referrer: pick(REFERRERS),
      userAgent: AGENTS[visitor % AGENTS.length] as string,
      address: `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
      screen: SCREENS[visitor % SCREENS.length] as readonly [number, number],
      language: LANGUAGES[visitor % LANGUAGES.length] as string,
    };
    for (let views = 1 + Math.floor(random() * 4); views > 0; views -= 1) {
      const path = `/article/${Math.floor(random() ** 3 * PAGES)}`;
      yield { ...common, path, name: 'pageview' };
      if (random() < 0.5) yield { ...common, path, name: 'engagement' };
      if (random() < 0.05) yield { ...common, path, name: 'Signup' };
    }
  }
}
