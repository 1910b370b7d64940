import type { WaitingPage } from './crawl.ts';

/** Keeps the `Crawl-delay` of each host that a slice of a crawl asks for pages. */
export interface CrawlPace {
  /**
   * The first pages that may be asked for now: of a host that wishes a delay, or whose wishes aren’t
   * known yet, one at a time.
   */
  choose<Page extends Pick<WaitingPage, 'url' | 'isExternal'>>(pages: readonly Page[], most: number): Page[];
  /** Notes what a host wishes, before it is asked. */
  learn(url: string, crawlDelay: number): void;
  /** Notes that a host is asked now. */
  ask(url: string): void;
  /** Milliseconds until a host of these pages may be asked; 0 for now. */
  untilFirst(pages: readonly Pick<WaitingPage, 'url'>[]): number;
  /** Milliseconds until every host may be asked again. */
  untilAll(): number;
}

/** @param now milliseconds of a clock that only goes forward */
export const createCrawlPace = (now: () => number = () => performance.now()): CrawlPace => {
  /** Milliseconds between requests, by host. */
  const delays = new Map<string, number>();
  /** When a host may be asked again. */
  const due = new Map<string, number>();
  const hostOf = (url: string): string => new URL(url).host;
  const left = (host: string): number => Math.max(0, (due.get(host) ?? 0) - now());

  return {
    choose(pages, most) {
      const busy = new Set<string>();
      const isFree = ({ url, isExternal }: Pick<WaitingPage, 'url' | 'isExternal'>): boolean => {
        const host = hostOf(url);
        if (isExternal) return true;
        if (busy.has(host) || left(host) > 0) return false;
        if (delays.get(host) !== 0) busy.add(host);
        return true;
      };
      return pages.filter(isFree).slice(0, most);
    },
    learn(url, crawlDelay) {
      const host = hostOf(url);
      delays.set(host, Math.max(delays.get(host) ?? 0, crawlDelay * 1000));
    },
    ask(url) {
      const host = hostOf(url);
      const delay = delays.get(host) ?? 0;
      if (delay > 0) due.set(host, now() + delay);
    },
    untilFirst: (pages) => Math.min(...pages.map(({ url }) => left(hostOf(url)))),
    untilAll: () => Math.max(0, ...[...due.keys()].map(left)),
  };
};
