import { textArray, plainArray } from '@platform/database';

import type { CodedHit } from '../dictionary/coded-hit.ts';
import { OTHER_VALUE } from '../../dimensions/stored-dimensions.ts';
import type { Hit } from '../intake/hit.ts';
import type { Statement } from './statement.ts';

/** A page and its title at the time somebody left it. */
interface PageTitle {
  readonly websiteId: number;
  readonly pageId: number;
  readonly title: string;
}

export interface PageTitles {
  /** The titles in a batch for pages that this process hasn't seen yet. */
  newOf(hits: readonly Hit[], coded: readonly CodedHit[]): readonly PageTitle[];
  /** To be called when they have committed. */
  remember(titles: readonly PageTitle[]): void;
  forget(): void;
}

const MOST_REMEMBERED = 200_000;

const keyOf = ({ websiteId, pageId }: Omit<PageTitle, 'title'>): string => `${websiteId} ${pageId}`;

const text = (condition: string): string => `
  UPDATE dictionary d SET title = k.title
  FROM unnest($1::integer[], $2::integer[], $3::text[]) AS k (website_id, page_id, title)
  WHERE ${condition} d.website_id = k.website_id AND d.id = k.page_id AND d.title IS NULL AND d.value <> '${OTHER_VALUE}'`;

/** Gives pages without a title the one that single-page applications report when a page is left. */
export const nameUntitledPages = (titles: readonly PageTitle[]): Statement => ({
  name: 'name_untitled_pages',
  text: text(''),
  clusterText: text('d.website_id = ANY ($4::integer[]) AND'),
  values: [
    plainArray(titles.map(({ websiteId }) => websiteId)),
    plainArray(titles.map(({ pageId }) => pageId)),
    textArray(titles.map(({ title }) => title)),
  ],
});

/** Remembers which pages have a title, so most batches don't have to check. */
export const createPageTitles = (): PageTitles => {
  const known = new Set<string>();
  return {
    newOf(hits, coded) {
      const found = new Map<string, PageTitle>();
      for (const [index, { kind, title, site }] of hits.entries()) {
        const pageId = coded[index]?.pageId ?? 0;
        if (kind !== 'engagement' || title === '' || pageId === 0) continue;
        const item = { pageId, title, websiteId: site.id };
        if (!known.has(keyOf(item))) found.set(keyOf(item), item);
      }
      return [...found.values()];
    },
    remember(titles) {
      if (known.size + titles.length > MOST_REMEMBERED) known.clear();
      for (const title of titles) known.add(keyOf(title));
    },
    forget() {
      known.clear();
    },
  };
};
