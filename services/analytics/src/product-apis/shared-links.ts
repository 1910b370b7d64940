import type { PageLinks, SignedPageLink } from '@platform/page-access';

import { LONGEST_LINK, protectedPage, statsPath } from '../stats-page/website-page.ts';
import type { Website } from '../websites/website.ts';

export interface SharedLinksDeps {
  readonly links: PageLinks;
  /** Base of public addresses, without a slash at the end. */
  readonly publicUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A link with its whole address. */
interface SharedLink {
  readonly id: number;
  readonly name: string | null;
  readonly url: string;
}

/** Plausible's shared links: links to a website's page that a client finds by their names. */
export interface SharedLinks {
  all(website: Website): Promise<readonly SharedLink[]>;
  /** Finds the link of a name, or makes one that lasts as long as any may. */
  named(website: Website, name: string): Promise<SharedLink>;
}

const MOST_LINKS = 1_000;

export const createSharedLinks = ({ links, publicUrl, now }: SharedLinksDeps): SharedLinks => {
  const linkOf = (website: Website, { id, name, query }: SignedPageLink): SharedLink => ({
    id,
    name,
    url: `${publicUrl}${statsPath(website)}?${query}`,
  });
  const all = async (website: Website): Promise<readonly SharedLink[]> =>
    (await links.list(protectedPage(website), MOST_LINKS, 0)).links.map((link) => linkOf(website, link));
  return {
    all,
    async named(website, name) {
      const known = (await all(website)).find((link) => link.name === name);
      const expiresAt = Math.floor(now() / 1_000) + LONGEST_LINK;
      return known ?? linkOf(website, await links.create(protectedPage(website), name, expiresAt));
    },
  };
};
