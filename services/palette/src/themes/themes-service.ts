import { conflict, isAppError, notFound } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import type { LinkSigner } from '@platform/page-access';
import { typeid } from 'typeid-js';
import type { Palette } from '../palettes/palette.ts';
import type { ThemeWork, ThemeRecord, WrittenRecipe } from './theme-work.ts';
import type { ThemeSummary, ThemeVersion, ThemeVersionsStore, ThemesStore } from './themes-store.ts';
import { lengthOfTheme } from './theme.ts';
import type { WrittenMembers, WrittenTheme, WrittenThemeWithPalette } from './theme.ts';
import type { ListThemesQuery, SentTheme } from './themes-schema.ts';

/** Finds a palette of an organisation. @throws 404 */
export interface PaletteFinder {
  show(organisation: string, id: string): Promise<Palette>;
}

/** Resolves the workspace that a request names. @throws 404 */
export interface WorkspaceResolver {
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

/** A theme that is ready to be stored, and how the API shows it. */
export interface NewTheme {
  readonly theme: WrittenTheme;
  readonly record: ThemeRecord;
}

/** A change that was derived from a version of a theme; null where nothing is derived. */
export type DerivedChange = { readonly version: number; readonly members: WrittenMembers } | null;

export interface ThemesService {
  /** Derives a theme, without storing it. @throws 404 for an unknown palette; 400 with every fault */
  prepare(organisation: string, body: SentTheme): Promise<NewTheme>;
  /** Stores a theme. @throws 404 if its palette was deleted meanwhile */
  create(organisation: string, theme: NewTheme): Promise<void>;
  /** @throws 404 */
  show(organisation: string, id: string): Promise<WrittenThemeWithPalette>;
  /** A theme as the API shows it. */
  record(organisation: string, theme: WrittenThemeWithPalette): Promise<ThemeRecord>;
  /** Derives what new tokens, or other inputs, would make of a theme. @throws 404, 400 */
  prepareUpdate(organisation: string, id: string, body: SentTheme): Promise<DerivedChange>;
  /**
   * Changes a theme.
   * @param prepared derives again what was derived from a version that is no longer the present one
   * @throws 404, 400; 409 if it was changed again and again meanwhile
   */
  update(
    organisation: string,
    id: string,
    body: SentTheme,
    prepared: DerivedChange,
  ): Promise<WrittenThemeWithPalette>;
  /** Returns the theme that other tokens would give, in JSON. Stores nothing. @throws 404, 400 */
  derive(organisation: string, id: string, body: SentTheme): Promise<string>;
  /**
   * Faults of the tokens and old names in a body that is refused for another reason.
   * @param id of the theme that it would change, if it changes one
   */
  faultsIn(organisation: string, bytes: Uint8Array, id?: string): Promise<readonly ErrorDetail[]>;
  /** Newest first. @throws 404 for an unknown workspace or palette */
  list(organisation: string, query: ListThemesQuery): Promise<CursorPage<ThemeSummary>>;
  /** @throws 404 */
  delete(organisation: string, id: string): Promise<void>;
  /** The link to the preview, valid for at least a week. */
  previewUrl(id: string): string;
  /** The theme behind a preview link. @throws 404 for a forged or expired link */
  showByLink(id: string, access: string): Promise<WrittenThemeWithPalette & { organisation: string }>;
}

export interface ThemesServiceDeps {
  store: ThemesStore;
  palettes: PaletteFinder;
  workspaces: WorkspaceResolver;
  cursors: Cursors;
  links: LinkSigner;
  publicUrl: string;
  work: ThemeWork;
}

/** Merges a change into a theme's recipe. */
const recipeOf = (
  { theme, palette }: WrittenThemeWithPalette,
  { tokens, adjust, scheme, renamed, options }: SentTheme,
): WrittenRecipe => ({
  tokens: tokens ?? theme.tokens,
  adjust: adjust ?? theme.adjust,
  scheme: scheme === undefined ? theme.scheme : scheme,
  renamed: renamed ?? theme.renamed,
  options,
  palette,
});

/** Large ones are refused for what was found first. */
const MOST_BYTES_WITH_ALL_FAULTS = 1024 ** 2;

/** If others change the theme meanwhile, a change is derived again from theirs. */
const MOST_ATTEMPTS = 5;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const purpose = (id: string): readonly string[] => ['theme-preview', id];

export const createThemesService = (deps: ThemesServiceDeps): ThemesService => {
  const { store, palettes, workspaces, cursors, links, publicUrl, work } = deps;

  const show = async (organisation: string, id: string): Promise<WrittenThemeWithPalette> => {
    const theme = await store.find(organisation, id);
    if (theme === null) throw notFound('theme');
    return { theme, palette: await palettes.show(organisation, theme.paletteId) };
  };

  /** A few groups that extend each other make a large tree. */
  const loadOf = (organisation: string, { tokens, renamed }: WrittenRecipe) => ({
    organisation,
    length: tokens.includes('$extends') ? Math.max(tokens.length, 1024 ** 2) : tokens.length + renamed.length,
  });
  const derived = (organisation: string, recipe: WrittenRecipe): Promise<WrittenMembers> =>
    work('derive', recipe, loadOf(organisation, recipe));

  const previewUrl = (id: string): string => {
    // Rounded up to a whole week, so that a theme's link stays the same for a while.
    const expiresAt = (Math.floor(Date.now() / 1000 / WEEK_SECONDS) + 2) * WEEK_SECONDS;
    return `${publicUrl}/v1/themes/${id}/preview?access=${links.sign(purpose(id), expiresAt)}`;
  };

  const record = (organisation: string, { theme, palette }: WrittenThemeWithPalette): Promise<ThemeRecord> =>
    work(
      'record',
      { theme, palette, previewUrl: previewUrl(theme.id) },
      { organisation, length: lengthOfTheme(theme) },
    );

  const change = async (
    organisation: string,
    found: WrittenThemeWithPalette,
    body: SentTheme,
  ): Promise<DerivedChange> => {
    const { tokens, adjust, scheme, renamed } = body;
    if ([tokens, adjust, scheme, renamed].every((given) => given === undefined)) return null;
    const members = await derived(organisation, recipeOf(found, body));
    return { version: found.theme.version, members };
  };

  return {
    async prepare(organisation, body) {
      const {
        palette_id: paletteId = '',
        name = '',
        description = null,
        adjust = false,
        scheme = null,
      } = body;
      const createdAt = new Date();
      const palette = await palettes.show(organisation, paletteId);
      const { tokens = '{}', renamed = '{}', options } = body;
      const recipe = { tokens, renamed, adjust, scheme, options, palette };
      const theme: WrittenTheme = {
        id: typeid('thm').toString(),
        workspaceId: palette.workspaceId,
        paletteId,
        name: name.trim(),
        description,
        adjust,
        scheme,
        ...(await derived(organisation, recipe)),
        version: 1,
        createdAt,
        updatedAt: createdAt,
      };
      return { theme, record: await record(organisation, { theme, palette }) };
    },
    async create(organisation, { theme }) {
      if (!(await store.insert(organisation, theme))) throw notFound('palette');
    },
    show,
    record,
    async derive(organisation, id, body) {
      const recipe = recipeOf(await show(organisation, id), body);
      return work('tryRecipe', recipe, loadOf(organisation, recipe));
    },
    async prepareUpdate(organisation, id, body) {
      return change(organisation, await show(organisation, id), body);
    },
    async update(organisation, id, body, prepared) {
      const { name, description, adjust, scheme } = body;
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const found = await show(organisation, id);
        const isPresent = prepared === null || prepared.version === found.theme.version;
        const now = isPresent ? prepared : await change(organisation, found, body);
        const theme = await store.update(organisation, found.theme, {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(description === undefined ? {} : { description }),
          ...(adjust === undefined ? {} : { adjust }),
          ...(scheme === undefined ? {} : { scheme }),
          ...now?.members,
        });
        if (theme === null) throw notFound('theme');
        if (theme !== 'outdated') return { theme, palette: found.palette };
      }
      throw conflict('The theme was changed meanwhile. Try again.');
    },
    async faultsIn(organisation, bytes, id) {
      const { length } = bytes;
      if (length > MOST_BYTES_WITH_ALL_FAULTS) return [];
      const paletteOf = async (): Promise<Palette> =>
        id === undefined
          ? palettes.show(organisation, await work('paletteId', { bytes }, { organisation, length }))
          : (await show(organisation, id)).palette;
      const palette = await paletteOf().catch((error: unknown) => {
        if (isAppError(error) && error.kind === 'not_found') return null;
        throw error;
      });
      return work('faults', { bytes, palette }, { organisation, length });
    },
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
    previewUrl,
    async showByLink(id, access) {
      if (!links.verify(purpose(id), access)) throw notFound('preview');
      const found = await store.findAnywhere(id);
      if (found === null) throw notFound('preview');
      const { organisation, theme } = found;
      return { organisation, theme, palette: await palettes.show(organisation, theme.paletteId) };
    },
  };
};

export interface ThemeVersionsService {
  /** Newest first. @throws 404 */
  versions(organisation: string, id: string): Promise<ThemeVersion[]>;
  /** A version of a theme. @throws 404 */
  version(organisation: string, id: string, version: number): Promise<WrittenThemeWithPalette>;
}

interface ThemeVersionsServiceDeps {
  themes: Pick<ThemesService, 'show'>;
  store: ThemeVersionsStore;
}

export const createThemeVersionsService = ({
  themes,
  store,
}: ThemeVersionsServiceDeps): ThemeVersionsService => ({
  async versions(organisation, id) {
    return store.versions((await themes.show(organisation, id)).theme);
  },
  async version(organisation, id, version) {
    const { theme, palette } = await themes.show(organisation, id);
    if (version === theme.version) return { theme, palette };
    const found = await store.earlier(theme, version);
    if (found === null) throw notFound('version');
    return { theme: found, palette };
  },
});
