import Joi from 'joi';

import { VISIONS } from '../color/vision.ts';
import type { Vision } from '../color/vision.ts';

export interface PictureQuery {
  vision?: Vision;
}

export const pictureQuery = Joi.object<PictureQuery>({
  vision: Joi.string()
    .valid(...VISIONS)
    .description('Draws the picture as seen with a colour vision deficiency'),
});
