import { nameSchema } from '@platform/http';
import Joi from 'joi';

import type { ScaleSpec } from './palette.ts';
import { description, scaleSchema } from './palettes-schema.ts';

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
