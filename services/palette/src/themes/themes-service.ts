import { invalid, notFound } from '@platform/errors';
import type { TokenSigner } from '@platform/pages';
import { typeid } from 'typeid-js';

import type { Cursors } from '../paging/cursors.ts';
import { readPage } from '../paging/page.ts';
import type { CursorPage } from '../paging/page.ts';
import type { Palette } from '../palettes/palette.ts';
import { makeModes } from './modes/make-modes.ts';
import { seedsOf } from './modes/seeds.ts';
import type { ResolvedToken, Theme } from './theme.ts';
import type { CreateThemeBody, ListThemesQuery } from './themes-schema.ts';
import type { ThemeSummary, ThemesStore } from './themes-store.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
import { resolveTokens } from './tokens/resolve-tokens.ts';
import { TokenFault } from './tokens/token-fault.ts';

/** Finds a palette of an organisation, or refuses the request. */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

/** Finds the workspace that a request means, or refuses it. */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

/** A theme with the palette that it is made from. */
export interface ThemeWithPalette {
  readonly theme: Theme;
  readonly palette: Palette;
}

export interface ThemesService {
  /** @throws 404 for an unknown palette; 400 with the path of the first fault in the tokens */
  create(organisation: string, body: CreateThemeBody): Promise<ThemeWithPalette>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<ThemeWithPalette>;
  /** Newest first. @throws 404 for an unknown workspace or palette */
  list(organisation: string, query: ListThemesQuery): Promise<CursorPage<ThemeSummary>>;
  /** @throws 404 */
  delete(organisation: string, id: string): Promise<void>;
  /** The link to the preview, good for a week at least. */
  previewUrl(id: string): string;
  /** What a link to the preview shows. @throws 404 for a link that was not made here or is too old */
  showByLink(id: string, access: string): Promise<ThemeWithPalette>;
}

export interface ThemesServiceDeps {
  store: ThemesStore;
  palettes: PaletteFinder;
  workspaces: WorkspaceResolver;
  cursors: Cursors;
  links: TokenSigner;
  publicUrl: string;
}

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const purpose = (id: string): readonly string[] => ['theme-preview', id];

const resolved = (tokens: CreateThemeBody['tokens'], palette: Palette): ResolvedToken[] => {
  try {
    return resolveTokens(tokens, paletteTokens(palette));
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error;
    const field = ['tokens', ...error.path].join('.');
    throw invalid([{ field, message: `${field} ${error.message}` }]);
  }
};

export const createThemesService = (deps: ThemesServiceDeps): ThemesService => {
  const { store, palettes, workspaces, cursors, links, publicUrl } = deps;
  return {
    async create(organisation, { palette_id: paletteId, name, tokens }) {
      const palette = await palettes.show(organisation, paletteId);
      const list = resolved(tokens, palette);
      const translucent = palette.baseColor.alpha < 1;
      const theme: Theme = {
        id: typeid('thm').toString(),
        workspaceId: palette.workspaceId,
        paletteId,
        name: name.trim(),
        tokens,
        resolved: list,
        modes: makeModes(seedsOf(palette, list)),
        warnings: translucent ? ['The palette is translucent; the roles of the theme are opaque.'] : [],
        createdAt: new Date(),
      };
      if (!(await store.insert(organisation, theme))) throw notFound('palette');
      return { theme, palette };
    },
    async show(organisation, id) {
      const theme = await store.find(organisation, id);
      if (theme === null) throw notFound('theme');
      return { theme, palette: await palettes.show(organisation, theme.paletteId) };
    },
    async list(organisation, query) {
      const { workspace_id: workspaceId, palette_id: paletteId } = query;
      if (workspaceId !== undefined) await workspaces.resolve(organisation, workspaceId);
      if (paletteId !== undefined) await palettes.show(organisation, paletteId);
      const list = ['themes', organisation, workspaceId ?? '', paletteId ?? ''];
      return readPage(cursors, list, query, (after, count) =>
        store.list(organisation, { workspaceId, paletteId }, after, count),
      );
    },
    async delete(organisation, id) {
      if (!(await store.delete(organisation, id))) throw notFound('theme');
    },
    previewUrl(id) {
      // The end of a whole week, so that the link of a theme stays the same for a while.
      const expiresAt = (Math.floor(Date.now() / 1000 / WEEK_SECONDS) + 2) * WEEK_SECONDS;
      return `${publicUrl}/v1/themes/${id}/preview?access=${links.sign(purpose(id), expiresAt)}`;
    },
    async showByLink(id, access) {
      if (!links.verify(purpose(id), access)) throw notFound('preview');
      const found = await store.findAnywhere(id);
      if (found === null) throw notFound('preview');
      const { organisation, theme } = found;
      return { theme, palette: await palettes.show(organisation, theme.paletteId) };
    },
  };
};
