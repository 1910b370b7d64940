import { createHash } from 'node:crypto';

import type { NewExport } from './token-export.ts';

/** Increment it when a format's output changes for the same tokens. */
const REVISION = 4;

/**
 * A hash of everything that determines an export's file. Equal requests have equal fingerprints.
 */
export const fingerprintOf = (
  request: Pick<NewExport, 'format' | 'prefix' | 'paletteId' | 'themeId' | 'options' | 'tokens'>,
): Buffer => {
  const { format, prefix, paletteId, themeId, options, tokens } = request;
  return createHash('sha256')
    .update(JSON.stringify([REVISION, format, prefix, paletteId, themeId, options, tokens]))
    .digest();
};
