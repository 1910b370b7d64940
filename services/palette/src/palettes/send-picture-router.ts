import { isKnown } from '@platform/http';
import type { Request, Response } from 'express';

import type { Vision } from '../color/vision.ts';
import type { Palette } from './palette.ts';
import { renderPicture } from './palette-picture.ts';
import type { PictureType } from './palette-picture.ts';

export const sendPicture = async (
  request: Request,
  response: Response,
  palette: Palette,
  type: PictureType,
  vision: Vision | null,
): Promise<void> => {
  // A version never changes, and neither do its pictures.
  const etag = `"${palette.id}.${palette.version}.${type}.${vision ?? 'typical'}.2"`;
  response.set('ETag', etag).set('Cache-Control', 'private, no-cache');
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  const { extension, bytes } = await renderPicture(palette, type, vision);
  response.set('Content-Disposition', `inline; filename="${palette.id}.${extension}"`).type(type).send(bytes);
};
