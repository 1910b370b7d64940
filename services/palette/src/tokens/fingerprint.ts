import { createHash } from 'node:crypto';

import type { NewExport } from './token-export.ts';

/** To be raised when a format writes something else than before for the same tokens. */
const REVISION = 2;

/** A hash of all that decides an export's file. Equal requests of an organisation have equal fingerprints. */
export const fingerprintOf = (
  request: Pick<NewExport, 'format' | 'prefix' | 'paletteId' | 'themeId' | 'options' | 'tokens'>,
): Buffer => {
  const { format, prefix, paletteId, themeId, options, tokens } = request;
  return createHash('sha256')
    .update(JSON.stringify([REVISION, format, prefix, paletteId, themeId, options, tokens]))
    .digest();
};
