import { createRouter, endpoint, envelopeDialect, integerId, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { Rgb } from '../color/color.ts';
import { BLACK, composite, contrastRatio, shownRatio, WHITE } from '../color/contrast-ratio.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { paletteJson } from './palette.ts';
import { paletteSchema } from './palettes-schema.ts';
import type { PaletteVersionsService, PalettesService } from './palettes-service.ts';
import type { Palette, PaletteColor } from './palette.ts';
import {
  paletteDiffSchema,
  regeneratePaletteBody,
  setColorsBody,
  versionsDiffQuery,
  versionsJson,
  versionsSchema,
} from './versions-schema.ts';

const distance = (one: Rgb, other: Rgb): number =>
  Number(deltaEok(oklabOfRgb(one), oklabOfRgb(other)).toFixed(4));

const seen = ({ rgb, alpha }: Pick<PaletteColor, 'rgb' | 'alpha'>): Rgb => composite(rgb, alpha, WHITE);

type Ground = Pick<PaletteColor, 'role' | 'rgb' | 'alpha' | 'hex'>;
const GROUNDS: readonly Ground[] = [
  { role: 'white', rgb: WHITE, alpha: 1, hex: '#ffffff' },
  { role: 'black', rgb: BLACK, alpha: 1, hex: '#000000' },
];

/** Levels of WCAG 2.2 that a pair no longer reaches. */
const LEVELS = [
  ['AAA', 7],
  ['AA', 4.5],
  ['AA-large', 3],
] as const;

/** Pairs of roles, in both versions, whose contrast fell. */
const worsePairs = (from: Palette, to: Palette) => {
  const of = (palette: Palette): ReadonlyMap<string, Ground> =>
    new Map([...palette.colors, ...GROUNDS].map((color) => [color.role, color]));
  const [before, after] = [of(from), of(to)];
  const roles = [...before.keys()].filter((role) => after.has(role));
  return roles.flatMap((role, place) =>
    roles.slice(place + 1).flatMap((other) => {
      const ratioIn = (colors: ReadonlyMap<string, Ground>): number => {
        const [one, two] = [colors.get(role), colors.get(other)];
        return one === undefined || two === undefined ? 1 : contrastRatio(seen(one), seen(two));
      };
      const [was, is] = [ratioIn(before), ratioIn(after)];
      if (shownRatio(is) >= shownRatio(was)) return [];
      const lost = LEVELS.filter(([, required]) => was >= required && is < required).map(([level]) => level);
      return [{ roles: [role, other], from: shownRatio(was), to: shownRatio(is), lost_levels: lost }];
    }),
  );
};

/** Lists the changes between two versions of a palette: colours by role, and contrast that got worse. */
const paletteDiff = (from: Palette, to: Palette) => {
  const find = ({ colors }: Palette, role: string) => colors.find((color) => color.role === role);
  return {
    from: from.version,
    to: to.version,
    changed: to.colors.flatMap((color) => {
      const before = find(from, color.role);
      if (before === undefined || before.hex === color.hex) return [];
      return [
        { role: color.role, from: before.hex, to: color.hex, delta_e: distance(before.rgb, color.rgb) },
      ];
    }),
    added: to.colors.filter(({ role }) => !find(from, role)).map(({ role, hex }) => ({ role, hex })),
    removed: from.colors.filter(({ role }) => !find(to, role)).map(({ role, hex }) => ({ role, hex })),
    worse_contrast: worsePairs(from, to),
  };
};

interface PaletteVersionsRouterDeps {
  palettes: Pick<PalettesService, 'show'>;
  versions: PaletteVersionsService;
}

const params = { id: typeId('pal', 'palette') };

export const createPaletteVersionsRouter = ({ palettes, versions }: PaletteVersionsRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Palettes', [
    endpoint({
      method: 'POST',
      path: '/palettes/:id/regenerate',
      operationId: 'palettes.regenerate',
      summary: 'Generate the colours of a palette again',
      description:
        'Keeps the base and the locked colours, and gives the palette a new version; the last 100 are kept. Themes keep the colours that they were made with until they change. With `If-Match`, only the version of that `ETag` is changed.',
      scope: 'palettes:write',
      params,
      body: regeneratePaletteBody,
      versioned: {
        read: async ({ params: { id }, caller }) => paletteJson(await palettes.show(caller.organisation, id)),
      },
      responses: { 200: { description: 'The new version', data: paletteSchema } },
      handler: async ({ params: { id }, body, caller }) =>
        ok(paletteJson(await versions.regenerate(caller.organisation, id, body))),
    }),
    endpoint({
      method: 'PUT',
      path: '/palettes/:id/colors',
      operationId: 'palettes.setColors',
      summary: 'Set the colours of a palette',
      description:
        'Takes all colours in order, or those of an earlier version, as a new version: to change one, move it, add or remove one. The harmony and the scale stay, and so does a colour that the palette has already, outside sRGB, too. With `If-Match`, only the version of that `ETag` is changed.',
      scope: 'palettes:write',
      params,
      body: setColorsBody,
      versioned: {
        read: async ({ params: { id }, caller }) => paletteJson(await palettes.show(caller.organisation, id)),
      },
      responses: { 200: { description: 'The new version', data: paletteSchema } },
      handler: async ({ params: { id }, body, caller }) =>
        ok(paletteJson(await versions.setColors(caller.organisation, id, body))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/versions',
      operationId: 'palettes.versions',
      summary: 'List the versions of a palette',
      description: 'Newest first.',
      scope: 'palettes:read',
      params,
      responses: { 200: { description: 'The versions', data: versionsSchema } },
      handler: async ({ params: { id }, caller }) =>
        ok(versionsJson(await versions.versions(caller.organisation, id))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/versions/:version',
      operationId: 'palettes.version',
      summary: 'Retrieve a version of a palette',
      scope: 'palettes:read',
      params: { ...params, version: integerId('version') },
      responses: { 200: { description: 'The palette as it was', data: paletteSchema } },
      handler: async ({ params: { id, version }, caller }) =>
        ok(paletteJson(await versions.version(caller.organisation, id, version))),
    }),
    endpoint({
      method: 'GET',
      path: '/palettes/:id/diff',
      operationId: 'palettes.diff',
      summary: 'Compare two versions of a palette',
      scope: 'palettes:read',
      params,
      query: versionsDiffQuery,
      responses: { 200: { description: 'What changed', data: paletteDiffSchema } },
      handler: async ({ params: { id }, query, caller }) => {
        const { organisation } = caller;
        const to =
          query.to === undefined
            ? await palettes.show(organisation, id)
            : await versions.version(organisation, id, query.to);
        return ok(paletteDiff(await versions.version(organisation, id, query.from), to));
      },
    }),
  ]);
