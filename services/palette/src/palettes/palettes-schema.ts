import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';
import { HARMONIES } from '../color/harmonies/registry.ts';
import type { ScaleSpec } from './palette.ts';
import { FROM_IMAGE } from './palette.ts';
import { VISIONS } from '../color/vision.ts';
import type { Vision } from '../color/vision.ts';

interface PictureQuery {
  vision?: Vision;
}

export const pictureQuery = Joi.object<PictureQuery>({
  vision: Joi.string()
    .valid(...VISIONS)
    .description('Draws the picture as seen with a colour vision deficiency'),
});

export interface CreatePaletteBody {
  base_color?: string;
  colors?: readonly string[];
  harmony: string;
  count: number;
  workspace_id?: string;
  name?: string | null;
  description?: string | null;
  scale?: ScaleSpec | null;
}

const harmonyDocs = [...HARMONIES.values()]
  .map(({ id, description }) => `- \`${id}\`: ${description}`)
  .join('\n');

export const description = Joi.string().max(1_000).allow(null, '').description('Free text');

const SCALES =
  '{{#label}} must be 50-950, 1-12, or an object whose contrast lists 1 to 20 different numbers from 1 to 21';

export const scaleSchema = Joi.alternatives(
  Joi.string().valid('50-950', '1-12'),
  Joi.object({
    contrast: Joi.array().items(Joi.number().min(1).max(21)).min(1).max(20).unique().required(),
    on: Joi.string().max(128).default('#ffffff'),
  }),
)
  .messages({ 'alternatives.match': SCALES, 'alternatives.types': SCALES })
  .description(
    'Gives each colour a scale: `50-950`, `1-12` (Radix), or contrast targets on a background: `{"contrast": [3, 4.5, 7], "on": "#fff"}`',
  );

export const createPaletteBody = Joi.object<CreatePaletteBody>()
  .meta({ component: 'CreatePalette' })
  .example({ base_color: '#3366cc', harmony: 'triadic', count: 6 })
  .keys({
    base_color: Joi.string()
      .max(128)
      .description(
        'Any absolute CSS Color 4 colour: `#3366cc`, `rebeccapurple`, `oklch(60% 0.15 250)`, …; required unless `colors` is given',
      ),
    colors: Joi.array()
      .items(Joi.string().max(128))
      .min(1)
      .max(32)
      .description(
        'Colours that the palette must contain, unchanged, after the base; the harmony adds the rest. The first one is the base unless `base_color` is given',
      ),
    harmony: Joi.string()
      .valid(...HARMONIES.keys())
      .default('complementary')
      .description(`How the colours relate to the base:\n${harmonyDocs}`),
    count: Joi.number()
      .integer()
      .min(1)
      .max(32)
      .default(5)
      .description('The number of colours, including the base'),
    workspace_id: Joi.string()
      .max(100)
      .description("The workspace to save it in; by default the organisation's default workspace"),
    name: nameSchema().allow(null).description('What the palette is called'),
    description,
    scale: scaleSchema.allow(null),
  });

export interface UpdatePaletteBody {
  name?: string | null;
  description?: string | null;
}

export const updatePaletteBody = Joi.object<UpdatePaletteBody>()
  .meta({ component: 'UpdatePalette' })
  .example({ name: 'Ocean' })
  .keys({
    name: nameSchema().allow(null),
    description,
  })
  .min(1);

export interface ListPalettesQuery extends CursorPageQuery {
  workspace_id?: string;
  harmony?: string;
  search?: string;
}

export const listPalettesQuery = Joi.object<ListPalettesQuery>({
  ...cursorPageQuery,
  workspace_id: Joi.string().max(100).description('Only palettes of this workspace'),
  harmony: Joi.string()
    .valid(...HARMONIES.keys(), FROM_IMAGE)
    .description('Only palettes of this harmony'),
  search: Joi.string().max(100).description('Part of the name, the description or the base colour'),
});

export interface DeletePaletteQuery {
  cascade: boolean;
}

export const deletePaletteQuery = Joi.object<DeletePaletteQuery>({
  cascade: Joi.boolean().default(false).description('Also delete the themes that use the palette'),
});

export interface PaletteFromImageBody {
  image?: string;
  url?: string;
  count: number;
  workspace_id?: string;
  name?: string | null;
  description?: string | null;
  scale?: ScaleSpec | null;
}

/** A body as the reading process gives it back, with the image decoded. */
export type ImageBody = Omit<PaletteFromImageBody, 'image'> & { readonly image?: Uint8Array };

export const paletteFromImageBody = Joi.object<PaletteFromImageBody>({
  image: Joi.string().description('A PNG, JPEG, WebP or AVIF in base64, or as a data: URL …'),
  url: Joi.string().max(2_048).description('… or its public http or https address'),
  count: Joi.number().integer().min(1).max(32).default(5).description('The most colours to take'),
  workspace_id: Joi.string()
    .max(100)
    .description("The workspace to save it in; by default the organisation's default workspace"),
  name: nameSchema().allow(null).description('What the palette is called'),
  description,
  scale: scaleSchema.allow(null),
}).meta({ component: 'CreatePaletteFromImage' });

export const hex = Joi.string().pattern(/^#[0-9a-f]{6}$/);

const byte = Joi.number().integer().min(0).max(255).required();

const unit = Joi.number().min(0).max(1).required();

const oklch = Joi.object({
  l: unit,
  c: Joi.number().min(0).required(),
  h: Joi.number().min(0).less(360).required(),
});

const scaleSteps = Joi.array().items(
  Joi.object({
    step: Joi.string().required(),
    hex: hex.required(),
    oklch: oklch.required(),
    p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
    in_srgb: Joi.boolean().required(),
    is_base: Joi.boolean().required().description('Whether it is the colour itself, unchanged'),
    contrast: Joi.number()
      .min(1)
      .max(21)
      .required()
      .description('WCAG ratio on white, or on the background of the targets; on #111111 for dark scales'),
    alpha_hex: Joi.string()
      .pattern(/^#[0-9a-f]{8}$/)
      .description(
        'For `1-12`: the most transparent colour that looks the same on white, or on #111111 for dark scales',
      ),
  }),
);

const colorSchema = Joi.object({
  index: Joi.number().integer().min(0).max(31).required(),
  role: Joi.string()
    .pattern(/^[a-z][a-z0-9-]*$/)
    .required(),
  hex: hex.required().description('The colour in sRGB; opacity is in `alpha`'),
  rgb: Joi.object({ r: byte, g: byte, b: byte }).required(),
  hsl: Joi.object({
    h: Joi.number().min(0).less(360).required(),
    s: Joi.number().min(0).max(100).required(),
    l: Joi.number().min(0).max(100).required(),
  }).required(),
  oklch: oklch.required().description('The intended colour, before mapping into sRGB'),
  p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
  in_srgb: Joi.boolean().required(),
  alpha: unit,
  name: Joi.string().required(),
  scale: scaleSteps,
  dark_scale: scaleSteps.description('The scale for dark pages, if `scale` is `1-12`'),
  on_color: hex.required().description('Black or white, whichever has more contrast on the colour'),
});

export const paletteSchema = Joi.object()
  .meta({ component: 'Palette' })
  .keys({
    id: Joi.string().required(),
    name: Joi.string().allow(null).required(),
    description: Joi.string().allow(null, '').required(),
    base_color: Joi.object({
      input: Joi.string().required(),
      hex: hex.required(),
      oklch: oklch.required(),
      alpha: unit,
    }).required(),
    harmony: Joi.string()
      .valid(...HARMONIES.keys(), FROM_IMAGE)
      .required(),
    count: Joi.number().integer().min(1).max(32).required(),
    colors: Joi.array().items(colorSchema).min(1).max(32).required(),
    scale: scaleSchema.allow(null).required(),
    warnings: Joi.array().items(Joi.string()).required(),
    version: Joi.number()
      .integer()
      .min(1)
      .required()
      .description('Grows when the colours are generated again'),
    workspace_id: Joi.string().required(),
    created_at: Joi.string().isoDate().required(),
    updated_at: Joi.string().isoDate().required(),
  });
