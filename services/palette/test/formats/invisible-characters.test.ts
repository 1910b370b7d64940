import { unzipSync } from 'fflate';

import { formats } from '../../src/formats/registry.ts';
import { render } from './render.ts';
import { NASTY } from './sample-tokens.ts';

const BINARY = new Set(['png', 'ase']);
const textFormats = formats.all.map(({ id }) => id).filter((id) => !BINARY.has(id));

/** Characters that make a text look different from what it is, as such and as escapes. */
const DECEPTIVE = /\p{Bidi_Control}|\\u20(?:2[a-e]|6[6-9])|&#x20(?:2[a-e]|6[6-9]);/iu;

it.each(textFormats)('%s turns no text around, neither in names nor in comments', async (id) => {
  const { mediaType, bytes } = await render(id, NASTY);
  const files = mediaType === 'application/zip' ? unzipSync(bytes) : { file: bytes };
  for (const content of Object.values(files))
    expect(Buffer.from(content).toString('utf8')).not.toMatch(DECEPTIVE);
});
