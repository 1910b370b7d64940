import { createCrawlPace } from '../../src/sites/crawl-pace.ts';

const pages = [
  'http://slow.example/1',
  'http://slow.example/2',
  'http://fast.example/1',
  'http://fast.example/2',
].map((url) => ({ url, isExternal: false }));
const urls = (chosen: readonly { url: string }[]): string[] => chosen.map(({ url }) => url.slice(7));

it('keeps the delay of each host, and lets others go on meanwhile', () => {
  let now = 1_000;
  const pace = createCrawlPace(() => now);
  // What nobody is known to wish is tried with one page.
  expect(urls(pace.choose(pages, 4))).toEqual(['slow.example/1', 'fast.example/1']);
  pace.learn('http://slow.example/1', 10);
  pace.learn('http://fast.example/1', 0);
  pace.ask('http://slow.example/1');
  pace.ask('http://fast.example/1');
  const left = pages.filter(({ url }) => !url.endsWith('/1'));
  expect(urls(pace.choose(pages, 4))).toEqual(['fast.example/1', 'fast.example/2']);
  expect(pace.untilFirst(left)).toBe(0);
  expect(pace.untilFirst(left.slice(0, 1))).toBe(10_000);
  expect(pace.untilAll()).toBe(10_000);
  now += 10_000;
  expect(urls(pace.choose(left, 4))).toEqual(['slow.example/2', 'fast.example/2']);
  expect(pace.untilAll()).toBe(0);
});
