import { crc32 } from 'node:zlib';

import { eventually } from '@platform/testing';
import sharp from 'sharp';

import { decodeInTurn } from '../../src/images/decode-in-turn.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#336699' } });
const post = (image: Buffer) =>
  client.post('/v1/palettes/from-image', { image: image.toString('base64'), count: 1 });

/** A PNG whose header says that it is larger. */
const pngOfSize = (png: Buffer, width: number, height: number): Buffer => {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
};

/** An AVIF whose header says that it is larger. */
const avifOfSize = (avif: Buffer, width: number, height: number): Buffer => {
  const changed = Buffer.from(avif);
  const at = changed.indexOf('ispe');
  changed.writeUInt32BE(width, at + 8);
  changed.writeUInt32BE(height, at + 12);
  return changed;
};

describe('an image that takes little to send and much to decode', () => {
  it.each([
    [
      'an interlaced PNG of 16 bits',
      async () => {
        const png = plain(9, 9, 4).toColourspace('rgb16').png({ progressive: true });
        return pngOfSize(await png.toBuffer(), 7_000, 7_000);
      },
      /250 MB/,
    ],
    ['a very wide PNG', async () => pngOfSize(await plain(9, 9).png().toBuffer(), 3_000_000, 16), /20000/],
    ['an AVIF', async () => avifOfSize(await plain(64, 64).avif().toBuffer(), 7_000, 7_000), /250 MB/],
    [
      'a progressive JPEG',
      () => plain(7_000, 6_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      /250 MB/,
    ],
  ])('is refused before it is decoded: %s', async (_, make, message) => {
    const answer = await post(await make());
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['image']]);
    expect(answer.body.error.message).toMatch(message);
  });

  it('is accepted as a photograph of a phone', async () => {
    const answer = await post(await plain(5_712, 4_284).jpeg({ progressive: true }).toBuffer());
    expect(answer.status).toBe(201);
  });
});

it('images are decoded one at a time; some wait, and more are to be sent again later', async () => {
  const image = await plain(30, 20).png().toBuffer();
  const first = Promise.withResolvers<undefined>();
  const decoding = decodeInTurn(0, () => first.promise);
  let refused = 0;
  const sent = Array.from({ length: 30 }, async () => {
    const answer = await post(image);
    if (answer.status === 503) refused += 1;
    return answer;
  });
  await eventually(() => {
    if (refused < 6) throw new Error(`${refused} images were refused.`);
  });
  first.resolve(undefined);
  await decoding;
  const answers = await Promise.all(sent);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(24).fill(201), ...Array<number>(6).fill(503)]);
  expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5');
});

it('an image that waits for its turn does not suffer from one that failed before it', async () => {
  const failed = decodeInTurn(0, () => Promise.reject(new Error('broken')));
  const next = decodeInTurn(0, () => Promise.resolve('read'));
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('read');
});
