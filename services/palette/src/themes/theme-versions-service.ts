import { notFound } from '@platform/errors';

import type { ThemeVersion, ThemeVersionsStore } from './theme-versions-store.ts';
import type { WrittenThemeWithPalette } from './theme.ts';
import type { ThemesService } from './themes-service.ts';

export interface ThemeVersionsService {
  /** Newest first. @throws 404 */
  versions(organisation: string, id: string): Promise<ThemeVersion[]>;
  /** A version of a theme. @throws 404 */
  version(organisation: string, id: string, version: number): Promise<WrittenThemeWithPalette>;
}

export interface ThemeVersionsServiceDeps {
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
