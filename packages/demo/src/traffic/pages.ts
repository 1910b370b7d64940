import type { Random, Picker } from './random.ts';
import { createZipfPicker } from './random.ts';

export interface Page {
  readonly path: string;
  readonly title: string;
  /** Indexes of the pages that it links to. */
  readonly links: readonly number[];
}

/** A website's pages, the most popular ones first. */
export interface PageGraph {
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
export const makePages = (random: Random, count: number): PageGraph => {
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
