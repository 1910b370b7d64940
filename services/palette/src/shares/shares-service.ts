import { notFound } from '@platform/errors';
import type { PageLinks, ProtectedPage, SignedPageLink } from '@platform/page-access';

import type { Palette } from '../palettes/palette.ts';
import type { WrittenThemeWithPalette } from '../themes/theme.ts';
import type { SharePage, ShareKind, SharesStore } from './shares-store.ts';

/** A link with its whole address. */
export interface ShareLink {
  readonly id: number;
  readonly name: string | null;
  readonly url: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface SharesService {
  /** Makes a link that opens a palette's page or a theme's style sheet. @throws 404 */
  create(
    kind: ShareKind,
    organisation: string,
    id: string,
    link: { readonly name: string | null; readonly lifetime: number },
  ): Promise<ShareLink>;
  /** Links that have not expired, newest first. @throws 404 */
  list(kind: ShareKind, organisation: string, id: string): Promise<ShareLink[]>;
  /** Ends a link. @throws 404 */
  remove(kind: ShareKind, organisation: string, id: string, link: number): Promise<void>;
  /** The palette behind a link. @throws 404 for a forged, expired or ended one */
  palette(id: string, access: string): Promise<Palette>;
  /** The theme behind a link. @throws 404 for a forged, expired or ended one */
  theme(id: string, access: string): Promise<WrittenThemeWithPalette & { organisation: string }>;
}

export interface SharesServiceDeps {
  store: SharesStore;
  links: PageLinks;
  palettes: { show(organisation: string, id: string): Promise<Palette> };
  themes: { show(organisation: string, id: string): Promise<WrittenThemeWithPalette> };
  publicUrl: string;
}

/** More than anyone hands out. */
const MOST_LINKS = 1_000;
const PRIVATE = 1;

/** Where a link leads: a page for a palette, a style sheet for a theme. */
const pathOf = (kind: ShareKind, id: string): string =>
  kind === 'palette' ? `/p/${id}` : `/v1/themes/${id}.css`;

const pageOf = (kind: ShareKind, id: string, { page }: SharePage): ProtectedPage => ({
  kind,
  id: page,
  privacy: PRIVATE,
  passwordHash: null,
  path: pathOf(kind, id),
});

export const createSharesService = (deps: SharesServiceDeps): SharesService => {
  const { store, links, palettes, themes, publicUrl } = deps;

  const own = async (kind: ShareKind, organisation: string, id: string): Promise<ProtectedPage> => {
    const found = await store.ensure(kind, organisation, id);
    if (found === null) throw notFound(kind);
    return pageOf(kind, id, found);
  };
  const toLink = (page: ProtectedPage, { query, ...link }: SignedPageLink): ShareLink => ({
    ...link,
    url: `${publicUrl}${page.path}?${query}`,
  });
  const open = async (kind: ShareKind, id: string, access: string): Promise<string> => {
    const found = await store.find(kind, id);
    if (found === null || !(await links.opens(pageOf(kind, id, found), access))) throw notFound('page');
    return found.organisation;
  };

  return {
    async create(kind, organisation, id, { name, lifetime }) {
      const page = await own(kind, organisation, id);
      return toLink(page, await links.create(page, name, Math.floor(Date.now() / 1_000) + lifetime));
    },
    async list(kind, organisation, id) {
      const page = await own(kind, organisation, id);
      const found = await links.list(page, MOST_LINKS, 0);
      return found.links.map((link) => toLink(page, link));
    },
    async remove(kind, organisation, id, link) {
      if (!(await links.remove(await own(kind, organisation, id), link))) throw notFound('link');
    },
    palette: async (id, access) => palettes.show(await open('palette', id, access), id),
    async theme(id, access) {
      const organisation = await open('theme', id, access);
      return { organisation, ...(await themes.show(organisation, id)) };
    },
  };
};
