import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { eventually } from '@platform/testing';
import sharp from 'sharp';
import { deltaEok, oklabOfRgb } from '../../src/color/oklab.ts';
import { rgbOfHex } from '../../src/color/color.ts';
import { imageTurns } from '../../src/images/read-colors.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

const COLORS = ['#c8102e', '#012169', '#f4e9cd', '#2e8b57'];

/** Vertical stripes, each colour of the same width. */
const stripes = (colors: readonly string[], width = 400, height = 300) => {
  const stripe = width / colors.length;
  const rects = colors.map(
    (color, place) => `<rect x="${place * stripe}" width="${stripe}" height="${height}" fill="${color}"/>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rects.join('')}</svg>`,
    ),
  );
};
const post = (body: object) => client.post('/v1/palettes/from-image', body);
const distance = (one: string, other: string) =>
  deltaEok(oklabOfRgb(rgbOfHex(one)), oklabOfRgb(rgbOfHex(other)));

describe('POST /v1/palettes/from-image', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('finds the colours of a %s', async (format) => {
    const bytes = await stripes(COLORS).toFormat(format, { quality: 95 }).toBuffer();
    const { status, body } = await post({ image: bytes.toString('base64'), count: 4, name: 'Flag' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Flag', harmony: 'from_image', count: 4, warnings: [] });
    const found = body.data.colors.map(({ hex }: { hex: string }) => hex) as string[];
    // Lossy formats move colours a little.
    for (const color of COLORS)
      expect(Math.min(...found.map((hex) => distance(hex, color)))).toBeLessThan(
        format === 'png' ? 1e-9 : 0.03,
      );
    expect((await client.get(`/v1/palettes/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('accepts a data: URL, adds scales, and says when there are fewer colours', async () => {
    const png = await stripes(['#336699', '#336699']).png().toBuffer();
    const image = `data:image/png;base64,${png.toString('base64')}`;
    const { data } = (await post({ image, count: 5, scale: '50-950' })).body;
    expect(data.colors).toHaveLength(1);
    expect(data.colors[0]).toMatchObject({ role: 'base', hex: '#336699' });
    expect(data.colors[0].scale).toHaveLength(11);
    expect(data.warnings).toEqual(['The image has 1 colours that differ visibly.']);
  });

  it('ignores transparent pixels', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="30" height="30" fill="#00aa00"/></svg>';
    const image = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
    expect((await post({ image, count: 2 })).body.data.colors[0].hex).toBe('#00aa00');
  });

  it('refuses anything but a supported image, and never decodes too many pixels', async () => {
    const png = await stripes(COLORS).png().toBuffer();
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#123456' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const images = [
      'not base64!',
      'A',
      '==',
      'data:image/png;base64,',
      'QQ==',
      Buffer.from('hello').toString('base64'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64'),
      png.subarray(0, png.length / 2).toString('base64'),
      bomb.toString('base64'),
    ];
    for (const image of images) {
      const answer = await post({ image, count: 3 });
      expect([answer.status, refusedFields(answer)]).toEqual([400, ['image']]);
    }
    expect((await post({})).status).toBe(400);
    const { error } = (await post({ image: bomb.toString('base64') })).body;
    expect(error.details[0].message).toBe('image must have at most 50 million pixels');
  });

  it('accepts images of up to 14 MB', async () => {
    const noise = await sharp({
      create: {
        width: 1_800,
        height: 1_800,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const image = noise.toString('base64');
    expect(image.length).toBeGreaterThan(12_000_000);
    expect((await post({ image, count: 3 })).status).toBe(201);
    expect((await post({ image: 'A'.repeat(15 * 1024 ** 2), count: 3 })).status).toBe(413);
  });
});

describe('an image from an address', () => {
  let server: Server;
  let origin: string;
  let isGone = false;
  beforeAll(async () => {
    const png = await stripes(COLORS).png().toBuffer();
    server = createServer((incoming, answer) => {
      if (incoming.url === '/flag.png' && !isGone) answer.end(png);
      else if (incoming.url === '/page') answer.end('<!doctype html>');
      else if (incoming.url === '/empty') answer.end();
      else if (incoming.url === '/half') answer.end(png.subarray(0, png.length / 2));
      else answer.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is fetched, and repeated by its Idempotency-Key even when the image is gone', async () => {
    const headers = { 'Idempotency-Key': 'from-url' };
    const body = { url: `${origin}/flag.png`, count: 4 };
    const first = await client.post('/v1/palettes/from-image', body, headers);
    expect(first.status).toBe(201);
    const found = first.body.data.colors.map(({ hex }: { hex: string }) => hex);
    expect(found.sort()).toEqual([...COLORS].sort());
    isGone = true;
    const again = await client.post('/v1/palettes/from-image', body, headers);
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(refusedFields(await post(body))).toEqual(['url']);
  });

  it.each([
    ['http://10.0.0.1/x.png', 'url'],
    ['file:///etc/passwd', 'url'],
    ['http://169.254.169.254/latest/meta-data', 'url'],
    ['nope', 'url'],
  ])('is refused at %s', async (url, field) => {
    const answer = await post({ url });
    expect([answer.status, refusedFields(answer)]).toEqual([400, [field]]);
  });

  it.each([
    ['/page', 'url must be a PNG, JPEG, WebP or AVIF'],
    ['/empty', 'url must be a PNG, JPEG, WebP or AVIF'],
    ['/half', 'url is damaged'],
    ['/missing', 'url was answered with the status 404'],
  ])('is refused by the name of its field: %s', async (path, message) => {
    const answer = await post({ url: origin + path });
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['url']]);
    expect(answer.body.error.message).toBe(message);
  });

  it('is refused beside an image, and without either', async () => {
    expect(refusedFields(await post({ url: `${origin}/flag.png`, image: 'AAAA' }))).toEqual(['url']);
    expect(refusedFields(await post({}))).toEqual(['image']);
  });
});

it('many pictures at once, some of them broken, are all answered', async () => {
  const good = (await stripes(COLORS, 3_000, 2_000).png().toBuffer()).toString('base64');
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      client.post(
        '/v1/palettes/from-image',
        { image: place % 4 === 0 ? good.slice(0, good.length / 2) : good },
        place % 2 === 0 ? { 'Idempotency-Key': `many-${place}` } : {},
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, place) => (place % 4 === 0 ? 400 : 201)),
  );
});

it('pictures show a palette with a colour vision deficiency', async () => {
  const { id } = (await client.post('/v1/palettes', { base_color: '#ff0000', count: 2 })).body.data;
  const picture = async (vision: string) =>
    (await client.get(`/v1/palettes/${id}/picture${vision}`)).body.toString();
  const [typical, deutan] = [await picture(''), await picture('?vision=deutan')];
  expect(typical).toContain('fill="#ff0000"');
  expect(deutan).not.toContain('fill="#ff0000"');
  expect(deutan).toContain('>#ff0000<');
  expect((await client.get(`/v1/palettes/${id}/picture?vision=x`)).status).toBe(400);
});

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#336699' } });
const chunk = (type: string, data: Buffer): Buffer => {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG with further chunks behind its header. */
const pngWith = (png: Buffer, chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const send = (image: Buffer) => post({ image: image.toString('base64'), count: 1 });

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
    const answer = await send(await make());
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['image']]);
    expect(answer.body.error.message).toMatch(message);
  });

  const inflating = deflateSync(Buffer.alloc(50_000_000, 65), { level: 9 });
  it.each([
    ['zTXt', 'key\0\0'],
    ['iTXt', 'key\0\x01\0\0\0'],
    ['iCCP', 'key\0\0'],
    ['iCCP', ''],
    ['eXIf', ''],
    ['unKn', ''],
  ])('is read without texts that inflate to gigabytes: %s', async (type, head) => {
    const data = Buffer.concat([Buffer.from(head, 'latin1'), inflating]);
    const chunks = Array.from({ length: 5 }, () => chunk(type, data));
    const image = pngWith(await plain(10, 10).png().toBuffer(), chunks);
    const answer = await send(image);
    expect([answer.status, answer.body.data.colors[0].hex]).toEqual([201, '#336699']);
  });

  it('keeps the profile that says what the numbers of its colours mean', async () => {
    const wide = await plain(10, 10).withIccProfile('p3').png().toBuffer();
    const expected = await sharp(wide).toColourspace('srgb').removeAlpha().raw().toBuffer();
    const { data } = (await send(wide)).body;
    expect(data.colors[0].rgb).toEqual({ r: expected[0], g: expected[1], b: expected[2] });
  });

  it.each([
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(100_000)}</svg>`],
    ['GIF', 'GIF89a\x01\0\x01\0'],
    ['TIFF', 'II*\0'],
  ])('is refused before a decoder meets it: %s', async (_, text) => {
    const answer = await send(Buffer.from(text, 'latin1'));
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['image']]);
    expect(answer.body.error.message).toBe('image must be a PNG, JPEG, WebP or AVIF');
  });

  it('is accepted as a photograph of a phone', async () => {
    const answer = await send(await plain(5_712, 4_284).jpeg({ progressive: true }).toBuffer());
    expect(answer.status).toBe(201);
  });
});

it('images are decoded one at a time; some wait, and more are to be sent again later', async () => {
  const image = await plain(30, 20).png().toBuffer();
  const first = Promise.withResolvers<undefined>();
  const decoding = imageTurns.run('org_z', 0, () => first.promise);
  let refused = 0;
  const sent = Array.from({ length: 30 }, async () => {
    const answer = await send(image);
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

it('an organisation that sends too many images does not keep another one from its turn', async () => {
  const image = await plain(30, 20).png().toBuffer();
  const first = Promise.withResolvers<undefined>();
  const decoding = imageTurns.run('org_z', 0, () => first.promise);
  let refused = 0;
  const many = Array.from({ length: 30 }, async () => {
    if ((await send(image)).status === 503) refused += 1;
  });
  await eventually(() => {
    expect(refused).toBe(6);
  });
  const neighbour = await clientOf(harness, 'org_n');
  const body = { image: image.toString('base64'), count: 1 };
  const one = neighbour.post('/v1/palettes/from-image', body);
  first.resolve(undefined);
  await Promise.all([decoding, ...many]);
  expect((await one).status).toBe(201);
});
