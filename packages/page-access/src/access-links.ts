import type { LinkSigner } from './link-signer.ts';
import type { ProtectedPage } from './page-access.ts';
import type { PageLink, PageLinksStore } from './page-links-store.ts';

/** A link with the query string that opens the page, `access=…`. */
export interface SignedPageLink extends PageLink {
  readonly query: string;
}

export interface PageLinks {
  /** Makes a link to a page. @param expiresAt seconds since 1970 */
  create(page: ProtectedPage, name: string | null, expiresAt: number): Promise<SignedPageLink>;
  list(
    page: ProtectedPage,
    limit: number,
    offset: number,
  ): Promise<{ links: readonly SignedPageLink[]; total: number }>;
  /** Ends a link. @returns false if there was none */
  remove(page: ProtectedPage, id: number): Promise<boolean>;
  /** True for the `access` of a link that is still there. */
  opens(page: ProtectedPage, access: string): Promise<boolean>;
}

const purpose = (page: ProtectedPage, id: number): readonly string[] => [
  'page-link',
  page.kind,
  String(page.id),
  String(id),
];

const ACCESS = /^([1-9]\d{0,9})\.(.+)$/;

/**
 * Links that open a closed page until they expire, their owner ends them, or the page's privacy or
 * password changes. The signature keeps guesses away from the database; the row can be removed.
 */
export const createPageLinks = (store: PageLinksStore, signer: LinkSigner): PageLinks => {
  const signed = (page: ProtectedPage, link: PageLink): SignedPageLink => {
    const signature = signer.sign(purpose(page, link.id), link.expiresAt.getTime() / 1000);
    return { ...link, query: `access=${link.id}.${signature}` };
  };
  return {
    async create(page, name, expiresAt) {
      const link = { pageId: Number(page.id), name, expiresAt: new Date(expiresAt * 1000) };
      return signed(page, await store.insert(link));
    },
    async list(page, limit, offset) {
      const { links, total } = await store.list(Number(page.id), limit, offset);
      return { links: links.map((link) => signed(page, link)), total };
    },
    remove: (page, id) => store.remove(Number(page.id), id),
    async opens(page, access) {
      const [, id = '', signature = ''] = ACCESS.exec(access) ?? [];
      return (
        id !== '' &&
        signer.verify(purpose(page, Number(id)), signature) &&
        (await store.use(Number(page.id), Number(id)))
      );
    },
  };
};
