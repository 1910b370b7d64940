import { unzipSync } from 'fflate';

import { formats } from '../../src/formats/registry.ts';
import { render } from './render.ts';
import { SAMPLE } from './sample-tokens.ts';

it('all contains the file of every other format, byte for byte', async () => {
  const { filename, mediaType, bytes } = await render('all', SAMPLE, { prefix: 'brand' });
  expect([filename, mediaType]).toEqual(['brand-all.zip', 'application/zip']);
  const files = unzipSync(bytes);
  const others = formats.all.filter(({ id }) => id !== 'all');
  expect(Object.keys(files)).toHaveLength(others.length);
  for (const { id } of others) {
    const single = await render(id, SAMPLE, { prefix: 'brand' });
    expect(Buffer.from(files[`${id}/${single.filename}`]!).equals(single.bytes)).toBe(true);
  }
});
