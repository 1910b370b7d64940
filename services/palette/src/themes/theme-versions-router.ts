import { createRouter, endpoint, envelopeDialect, integerId, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import { shownRatio } from '../color/contrast-ratio.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { rgbOfHex } from '../color/srgb.ts';
import { versionsDiffQuery, versionsJson, versionsSchema } from '../palettes/version-list.ts';
import { modeKey, themeJson } from './theme-json.ts';
import { themeSchema } from './theme-schema.ts';
import { themeDiffSchema } from './themes-schema.ts';
import type { ThemeVersionsService } from './theme-versions-service.ts';
import { roleModes } from './theme-modes.ts';
import type { Theme } from './theme.ts';
import type { ThemesService } from './themes-service.ts';

const distance = (one: string, other: string): number =>
  Number(deltaEok(oklabOfRgb(rgbOfHex(one)), oklabOfRgb(rgbOfHex(other))).toFixed(4));

const byPath = (theme: Theme): ReadonlyMap<string, string> =>
  new Map(
    theme.resolved.map(({ path, type, value }) => {
      const key = path.join('.');
      const inModes = theme.contexts.map(({ name, tokens }) => [
        name,
        tokens.find((token) => token.path.join('.') === key)?.value,
      ]);
      return [key, JSON.stringify([type, value, inModes.filter(([, own]) => own !== undefined)])];
    }),
  );

const tokenChanges = (from: Theme, to: Theme) => {
  const [before, after] = [byPath(from), byPath(to)];
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    changed: [...after]
      .filter(([path, value]) => (before.get(path) ?? value) !== value)
      .map(([path]) => path),
  };
};

/**
 * Lists the changes between two versions of a theme: roles by mode, contrast that got worse,
 * tokens, and retired names.
 */
const themeDiff = (from: Theme, to: Theme) => {
  const pairs = roleModes(to).flatMap((mode) =>
    (to.modes[mode] ?? []).flatMap((after) => {
      const before = from.modes[mode]?.find(({ role }) => role === after.role);
      return before === undefined ? [] : [{ mode: modeKey(mode), before, after }];
    }),
  );
  return {
    from: from.version,
    to: to.version,
    changed: pairs
      .filter(
        ({ before, after }) =>
          before.color.hex !== after.color.hex || before.color.alpha !== after.color.alpha,
      )
      .map(({ mode, before, after }) => ({
        mode,
        role: after.role,
        from: before.color.hex,
        to: after.color.hex,
        delta_e: distance(before.color.hex, after.color.hex),
      })),
    worse_contrast: pairs.flatMap(({ mode, before, after }) => {
      const [was, is] = [before.on, after.on];
      if (was === null || is === null || shownRatio(is.ratio) >= shownRatio(was.ratio)) return [];
      return [
        {
          mode,
          role: after.role,
          on: is.role,
          from: shownRatio(was.ratio),
          to: shownRatio(is.ratio),
          required_ratio: is.required,
          passes: is.ratio >= is.required,
        },
      ];
    }),
    tokens: tokenChanges(from, to),
    renamed: Object.entries(to.renamed)
      .filter(([name, now]) => from.renamed[name] !== now)
      .map(([name, now]) => ({ from: name, to: now })),
  };
};

interface ThemeVersionsRouterDeps {
  themes: Pick<ThemesService, 'previewUrl' | 'show'>;
  versions: ThemeVersionsService;
}

const params = { id: typeId('thm', 'theme') };

export const createThemeVersionsRouter = ({ themes, versions }: ThemeVersionsRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Themes', [
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions',
      operationId: 'themes.versions',
      summary: 'List the versions of a theme',
      description: 'Newest first. New tokens, and a change of `adjust`, make a version.',
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'The versions', data: versionsSchema } },
      handler: async ({ params: { id }, caller }) =>
        ok(versionsJson(await versions.versions(caller.organisation, id))),
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/versions/:version',
      operationId: 'themes.version',
      summary: 'Retrieve a version of a theme',
      scope: 'palettes:read',
      params: { ...params, version: integerId('version') },
      responses: { 200: { description: 'The theme as it was', data: themeSchema } },
      handler: async ({ params: { id, version }, caller }) =>
        ok(themeJson(await versions.version(caller.organisation, id, version), themes.previewUrl(id))),
    }),
    endpoint({
      method: 'GET',
      path: '/themes/:id/diff',
      operationId: 'themes.diff',
      summary: 'Compare two versions of a theme',
      scope: 'palettes:read',
      params,
      query: versionsDiffQuery,
      responses: { 200: { description: 'What changed', data: themeDiffSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const { organisation } = caller;
        const { theme: to } =
          query.to === undefined
            ? await themes.show(organisation, id)
            : await versions.version(organisation, id, query.to);
        const { theme: from } = await versions.version(organisation, id, query.from);
        return ok(themeDiff(from, to));
      },
    }),
  ]);
