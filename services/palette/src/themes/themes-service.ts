import { conflict, notFound, invalid } from '@platform/errors';
import type { ErrorDetail } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, Cursors } from '@platform/http';
import type { LinkSigner } from '@platform/page-access';
import { typeid } from 'typeid-js';
import type { Palette } from '../palettes/palette.ts';
import type { Theme, ThemeMode, ModeRoles, ThemeRole } from './theme.ts';
import type {
  CreateThemeBody,
  DeriveThemeBody,
  ListThemesQuery,
  TokenOptions,
  UpdateThemeBody,
} from './themes-schema.ts';
import type { ThemeSummary } from './theme-versions-store.ts';
import type { ThemesStore } from './themes-store.ts';
import { faultsInBody, paletteIdIn, checkTokens } from './check-tokens.ts';
import { shownRatio } from '../color/contrast-ratio.ts';
import { collisionWarnings, sameNameWarnings, ACCENTS } from './modes/roles.ts';
import { seedsOf } from './modes/seeds.ts';
import type { Seeds } from './modes/seeds.ts';
import { roleModes, tokensInMode } from './theme-modes.ts';
import { THEME_MODES } from './theme.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';
import { collectRoles } from './modes/collect-roles.ts';
import { planOf } from './modes/mode-plan.ts';
import type { ModePlan } from './modes/mode-plan.ts';
import { addPage, addAccent, chooseSignals } from './modes/add-accent.ts';

interface ModeOptions {
  /** Whether set colours are moved in lightness to reach their contrast, instead of kept. */
  readonly adjust: boolean;
  /** The modes to make, the four of every theme first. */
  readonly names: readonly ThemeMode[];
}

const makeMode = (
  seeds: Seeds,
  plan: ModePlan,
  { adjust }: Pick<ModeOptions, 'adjust'>,
): readonly ThemeRole[] => {
  const isAccent = (role: string): boolean => (ACCENTS as readonly string[]).includes(role);
  // An adjusted accent is derived from its seed, which is the set colour.
  const set = adjust ? new Map([...seeds.set].filter(([role]) => !isAccent(role))) : seeds.set;
  const collected = collectRoles(set, adjust);
  const grounds = addPage(collected, seeds, plan);
  const signals = chooseSignals({ ...seeds, set }, grounds.slice(0, 2), plan);
  for (const accent of ACCENTS) addAccent(collected, accent, seeds.accents[accent], grounds, plan, signals);
  return collected.roles;
};

/**
 * A set of roles for each mode. A colour that the client set for a mode is kept in it unless `adjust`
 * is given. All other roles are derived so that every `on-…` role reaches AA on its ground, AAA in
 * high contrast, wherever the set colours permit it.
 * @param seedsIn what a mode is derived from
 */
export const makeModes = (
  seedsIn: (mode: ThemeMode) => Seeds,
  { adjust = false, names = THEME_MODES }: Partial<ModeOptions> = {},
): ModeRoles => {
  const made = names.map((name) => {
    const seeds = seedsIn(name);
    return [name, makeMode(seeds, planOf(name, seeds.set.get('background')?.oklch.l), { adjust })] as const;
  });
  return Object.fromEntries(made) as unknown as ModeRoles;
};

/** One warning for each pair that the client's colours keep from reaching its ratio. */
export const contrastWarnings = (
  modes: Theme['modes'],
  names: readonly ThemeMode[] = THEME_MODES,
): string[] =>
  names.flatMap((mode) =>
    (modes[mode] ?? []).flatMap(({ role, on }) => {
      if (on === null || on.ratio >= on.required) return [];
      const reached = shownRatio(on.ratio).toFixed(2);
      const instead = (ACCENTS as readonly string[]).includes(role)
        ? ` Use ${role}-border to outline it, and ${role}-text for text.`
        : '';
      return [`${role} on ${on.role} reaches ${reached}:1 in ${mode}, below ${on.required}:1.${instead}`];
    }),
  );

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

/** Derives a theme's content from its palette and tokens. @throws 400 with every fault */
const deriveTheme = (
  { tokens, adjust, scheme, renamed }: Recipe,
  palette: Palette,
  options?: TokenOptions,
) => {
  const checked = checkTokens(tokens, renamed, paletteTokens(palette), options);
  const { tree, warnings, resolved, contexts, faults } = checked;
  if (faults.length > 0) throw invalid(faults);
  const names = roleModes({ contexts });
  // Most themes say nothing of modes: their seeds are the same in all.
  const plain = seedsOf(palette, resolved, scheme);
  const seedsIn = (mode: ThemeMode): Seeds => {
    const tokens = tokensInMode({ resolved, contexts }, mode);
    return tokens === resolved ? plain : seedsOf(palette, tokens, scheme);
  };
  const modes = makeModes(seedsIn, { adjust, names });
  const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
  return {
    tokens: checked.tokens,
    resolved,
    contexts,
    modes,
    warnings: [
      ...translucent,
      ...warnings,
      ...collisionWarnings(tree),
      ...sameNameWarnings(resolved),
      ...contrastWarnings(modes, names),
    ],
  };
};

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
  /** Derives the theme with other tokens, without storing it. @throws 404, 400 */
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

/** Merges a change into a theme's recipe. */
const recipeOf = (old: Theme, { tokens, adjust, scheme, renamed }: DeriveThemeBody) => ({
  tokens: tokens ?? old.tokens,
  adjust: adjust ?? old.adjust,
  scheme: scheme === undefined ? old.scheme : scheme,
  renamed: renamed === undefined ? old.renamed : (renamed ?? {}),
});

/** If others change the theme meanwhile, a change is derived again from theirs. */
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
        options,
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
        adjust,
        scheme,
        renamed,
        ...deriveTheme({ tokens, adjust, scheme, renamed }, palette, options),
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
      const { modes, contexts, warnings } = deriveTheme(recipeOf(theme, body), palette, body.options);
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
          ...(isDerived ? { ...next, ...deriveTheme(next, palette, body.options) } : {}),
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
