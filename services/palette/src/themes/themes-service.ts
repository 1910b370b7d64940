import { conflict, notFound } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import type { LinkSigner } from '@platform/page-access';
import { typeid } from 'typeid-js';

import type { Palette } from '../palettes/palette.ts';
import type { Theme } from './theme.ts';
import type { CreateThemeBody, DeriveThemeBody, ListThemesQuery, UpdateThemeBody } from './themes-schema.ts';
import type { ThemeSummary } from './theme-row.ts';
import type { ThemesStore } from './themes-store.ts';
import { faultsInBody, paletteIdIn } from './check-tokens.ts';
import { deriveTheme } from './derive-theme.ts';

/** Finds a palette of an organisation. @throws 404 */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

/** Resolves the workspace that a request names. @throws 404 */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

/** A theme with its palette. */
export interface ThemeWithPalette {
  readonly theme: Theme;
  readonly palette: Palette;
}

export interface ThemesService {
  /** @throws 404 for an unknown palette; 400 with the path of every fault in the tokens */
  create(organisation: string, body: CreateThemeBody): Promise<ThemeWithPalette>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<ThemeWithPalette>;
  /**
   * Changes a theme; new tokens derive its roles again.
   * @throws 404, 400; 409 if it was changed again and again meanwhile
   */
  update(organisation: string, id: string, body: UpdateThemeBody): Promise<ThemeWithPalette>;
  /** What a theme would be with other tokens; nothing is stored. @throws 404, 400 */
  derive(
    organisation: string,
    id: string,
    body: DeriveThemeBody,
  ): Promise<Pick<Theme, 'modes' | 'contexts' | 'warnings'>>;
  /**
   * Faults of the tokens and old names in a body that is refused for another reason.
   * @param id of the theme that it would change, if it changes one
   */
  faultsIn(organisation: string, body: unknown, id?: string): Promise<readonly ErrorDetail[]>;
  /** Newest first. @throws 404 for an unknown workspace or palette */
  list(organisation: string, query: ListThemesQuery): Promise<CursorPage<ThemeSummary>>;
  /** @throws 404 */
  delete(organisation: string, id: string): Promise<void>;
  /** The link to the preview, valid for at least a week. */
  previewUrl(id: string): string;
  /** The theme behind a preview link. @throws 404 for a forged or expired link */
  showByLink(id: string, access: string): Promise<ThemeWithPalette>;
}

export interface ThemesServiceDeps {
  store: ThemesStore;
  palettes: PaletteFinder;
  workspaces: WorkspaceResolver;
  cursors: Cursors;
  links: LinkSigner;
  publicUrl: string;
}

/** What a theme is derived from, after a change. */
const recipeOf = (old: Theme, { tokens, adjust, scheme, renamed }: DeriveThemeBody) => ({
  tokens: tokens ?? old.tokens,
  adjust: adjust ?? old.adjust,
  scheme: scheme === undefined ? old.scheme : scheme,
  renamed: renamed === undefined ? old.renamed : (renamed ?? {}),
});

/** A change whose theme was changed by others meanwhile is derived from the new one. */
const MOST_ATTEMPTS = 5;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const purpose = (id: string): readonly string[] => ['theme-preview', id];

export const createThemesService = (deps: ThemesServiceDeps): ThemesService => {
  const { store, palettes, workspaces, cursors, links, publicUrl } = deps;

  const show = async (organisation: string, id: string): Promise<ThemeWithPalette> => {
    const theme = await store.find(organisation, id);
    if (theme === null) throw notFound('theme');
    return { theme, palette: await palettes.show(organisation, theme.paletteId) };
  };

  return {
    async create(organisation, body) {
      const {
        palette_id: paletteId,
        name,
        description = null,
        tokens,
        adjust,
        scheme = null,
        renamed: given,
      } = body;
      const renamed = given ?? {};
      const createdAt = new Date();
      const palette = await palettes.show(organisation, paletteId);
      const theme: Theme = {
        id: typeid('thm').toString(),
        workspaceId: palette.workspaceId,
        paletteId,
        name: name.trim(),
        description,
        tokens,
        adjust,
        scheme,
        renamed,
        ...deriveTheme({ tokens, adjust, scheme, renamed }, palette),
        version: 1,
        createdAt,
        updatedAt: createdAt,
      };
      if (!(await store.insert(organisation, theme))) throw notFound('palette');
      return { theme, palette };
    },
    show,
    async derive(organisation, id, body) {
      const { theme, palette } = await show(organisation, id);
      const { modes, contexts, warnings } = deriveTheme(recipeOf(theme, body), palette);
      return { modes, contexts, warnings };
    },
    async update(organisation, id, { name, description, ...body }) {
      const { tokens, adjust, scheme, renamed } = body;
      const isDerived = [tokens, adjust, scheme, renamed].some((given) => given !== undefined);
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const { theme: old, palette } = await show(organisation, id);
        const next = recipeOf(old, body);
        const theme = await store.update(organisation, old, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(description === undefined ? {} : { description }),
          ...(isDerived ? { ...next, ...deriveTheme(next, palette) } : {}),
        });
        if (theme === null) throw notFound('theme');
        if (theme !== 'outdated') return { theme, palette };
      }
      throw conflict('The theme was changed meanwhile. Try again.');
    },
    faultsIn: (organisation, body, id) =>
      faultsInBody(body, async () => {
        if (id !== undefined) return (await show(organisation, id)).palette;
        return palettes.show(organisation, paletteIdIn(body));
      }),
    async list(organisation, query) {
      const { workspace_id: workspaceId, palette_id: paletteId, search } = query;
      if (workspaceId !== undefined) await workspaces.resolve(organisation, workspaceId);
      if (paletteId !== undefined) await palettes.show(organisation, paletteId);
      const list = ['themes', organisation, workspaceId ?? '', paletteId ?? '', search ?? ''];
      return readCursorPage(cursors, list, query, (after, count) =>
        store.list(organisation, { workspaceId, paletteId, search }, after, count),
      );
    },
    async delete(organisation, id) {
      if (!(await store.delete(organisation, id))) throw notFound('theme');
    },
    previewUrl(id) {
      // Rounded up to a whole week, so that a theme's link stays the same for a while.
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
