import Joi from 'joi';
import { HARMONIES } from '../color/harmonies/registry.ts';
import { hex } from './palettes-schema.ts';

/** A version of a palette or a theme, and when it was made. */
interface ListedVersion {
  readonly version: number;
  readonly createdAt: Date;
}

interface VersionsDiffQuery {
  from: number;
  to?: number;
}

export const versionNumber = Joi.number().integer().min(1).max(1_000_000);

/** The query of a comparison of two versions. */
export const versionsDiffQuery = Joi.object<VersionsDiffQuery>({
  from: versionNumber.required().description('The earlier version'),
  to: versionNumber.description('The later version; the newest by default'),
});

/** The answer of `versionsJson`. */
export const versionsSchema = Joi.object({
  items: Joi.array()
    .items(Joi.object({ version: versionNumber.required(), created_at: Joi.string().isoDate().required() }))
    .required(),
});

/** The versions of a record as answers list them. */
export const versionsJson = (versions: readonly ListedVersion[]) => ({
  items: versions.map(({ version, createdAt }) => ({ version, created_at: createdAt.toISOString() })),
});

export interface RegeneratePaletteBody {
  lock: readonly number[];
  harmony?: string;
  count?: number;
  variation?: number;
}

export const regeneratePaletteBody = Joi.object<RegeneratePaletteBody>()
  .meta({ component: 'RegeneratePalette' })
  .example({ lock: [1, 2] })
  .keys({
    lock: Joi.array()
      .items(Joi.number().integer().min(0).max(31))
      .max(32)
      .unique()
      .default([])
      .description('Indexes of colours that stay as they are; the base always does'),
    harmony: Joi.string()
      .valid(...HARMONIES.keys())
      .description('The palette’s own by default'),
    count: Joi.number().integer().min(1).max(32).description('The palette’s own by default'),
    variation: Joi.number()
      .integer()
      .min(0)
      .max(1_000_000)
      .description(
        '0 is the plain harmony; every other number varies it. By default the number of the new version',
      ),
  });

export interface SetColorsBody {
  colors?: readonly { color: string; role?: string }[];
  version?: number;
}

export const setColorsBody = Joi.object<SetColorsBody>()
  .meta({ component: 'SetPaletteColors' })
  .example({ colors: [{ color: '#3366cc' }, { color: '#e4572e', role: 'accent' }] })
  .keys({
    colors: Joi.array()
      .items(
        Joi.object({
          color: Joi.string().max(128).required().description('Any absolute CSS Color 4 colour'),
          role: Joi.string()
            .pattern(/^[a-z][a-z0-9-]{0,62}$/)
            .description(
              'What the colour is for: lower-case letters, digits and hyphens. By default that of the colour in its place',
            ),
        }),
      )
      .min(1)
      .max(32)
      .description('All colours in order; the first one is the base'),
    version: versionNumber.description('Takes the colours, harmony and scale of this version instead'),
  })
  .xor('colors', 'version');

const swatch = Joi.object({ role: Joi.string().required(), hex: hex.required() });
const ratio = Joi.number().min(1).max(21).required();

export const paletteDiffSchema = Joi.object()
  .meta({ component: 'PaletteDiff' })
  .keys({
    from: versionNumber.required(),
    to: versionNumber.required(),
    changed: Joi.array()
      .items(
        Joi.object({
          role: Joi.string().required(),
          from: hex.required(),
          to: hex.required(),
          delta_e: Joi.number().min(0).required().description('ΔEOK'),
        }),
      )
      .required(),
    added: Joi.array().items(swatch).required(),
    removed: Joi.array().items(swatch).required(),
    worse_contrast: Joi.array()
      .items(
        Joi.object({
          roles: Joi.array().items(Joi.string()).length(2).required(),
          from: ratio,
          to: ratio,
          lost_levels: Joi.array()
            .items(Joi.string().valid('AAA', 'AA', 'AA-large'))
            .required(),
        }),
      )
      .required()
      .description('Pairs of colours, white and black included, whose ratio fell'),
  });
