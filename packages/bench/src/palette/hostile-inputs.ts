import { crc32, deflateSync } from 'node:zlib';

const MEGABYTE = 1024 ** 2;

const chunk = (type: string, data: Buffer): Buffer => {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A grey PNG of 8 bits, with further chunks behind its header. */
const png = (width: number, height: number, chunks: readonly Buffer[] = []): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc(height * (width + 1)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A text in a PNG of some kilobytes that inflates to 50 MB. */
const inflating = (type: string, head: string): Buffer =>
  chunk(
    type,
    Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(50_000_000), { level: 9 })]),
  );

const objects = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`t${place}`, value]));

/** A request that is cheap to send and costly to answer. */
export interface Hostile {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

const image = (name: string, bytes: Buffer): Hostile => ({
  name,
  path: '/v1/palettes/from-image',
  body: JSON.stringify({ image: bytes.toString('base64'), count: 32 }),
});

const tokens = (name: string, format: string, content: unknown): Hostile => ({
  name,
  path: '/v1/tokens/import',
  body: JSON.stringify({ format, content }),
});

/** A design system as teams have them: groups, references, descriptions, two modes beside the plain one. */
export const largeSet = (count: number): object => {
  const groups: Record<string, Record<string, object>> = {};
  for (let place = 0; place < count; place += 1) {
    const group = (groups[`group-${place % 100}`] ??= {});
    group[`token-${place}`] = {
      $type: 'color',
      $value:
        place % 3 === 0
          ? { colorSpace: 'srgb', components: [0.2, 0.4, 0.6], hex: '#336699' }
          : `{color.group-${(place - (place % 3)) % 100}.token-${place - (place % 3)}}`,
      $description: 'A colour of a large set',
      ...(place % 3 === 0 ? { $extensions: { mode: { dark: '#112233', dim: '#223344' } } } : {}),
    };
  }
  return { color: groups };
};

/** Groups that double their tokens thirteen times. */
const doubling = (): object => {
  const groups: Record<string, object> = { g0: { a: { $type: 'color', $value: '#336699' } } };
  for (let place = 1; place <= 13; place += 1)
    groups[`g${place}`] = { x: { $extends: `{g${place - 1}}` }, y: { $extends: `{g${place - 1}}` } };
  return groups;
};

const theme = (name: string, paletteId: string, tokens: object): Hostile => ({
  name,
  path: '/v1/themes',
  body: JSON.stringify({ palette_id: paletteId, name: 'T', tokens }),
});

const filled = (piece: string): string => piece.repeat(Math.floor((13.5 * MEGABYTE) / piece.length));

/** Requests to the palette service that once held its process and its neighbours. */
export const hostileInputs = (paletteId: string): Hostile[] => [
  image(
    'an image with five zTXt of 50 MB',
    png(
      10,
      10,
      Array.from({ length: 5 }, () => inflating('zTXt', 'k\0\0')),
    ),
  ),
  image('an image with a profile of 50 MB', png(10, 10, [inflating('iCCP', 'k\0\0')])),
  image('an image of 49 million pixels', png(7_000, 7_000)),
  image('10 MB of no image', Buffer.alloc(10 * MEGABYTE)),
  image(
    'an SVG',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(2 * MEGABYTE)}</svg>`),
  ),
  { name: 'an image of one letter', path: '/v1/palettes/from-image', body: '{"image":"A"}' },
  tokens('13 MB of hex colours', 'hex', filled('#336699\n')),
  tokens('13 MB of spaces as CSS', 'css', filled(' ')),
  tokens('13 MB of one declaration as CSS', 'css', filled('--a:1;')),
  tokens('13 MB of selectors as CSS', 'css', `${filled('.a,')}b{--a:1}`),
  tokens('13 MB of blocks as CSS', 'css', filled(':root{--a:1}')),
  tokens('a million tokens as DTCG', 'dtcg', objects(1_000_000, 1)),
  tokens('10,000 tokens as DTCG', 'dtcg', objects(9_900, { $type: 'color', $value: '#336699' })),
  tokens(
    '9,900 tokens of Tokens Studio',
    'tokens-studio',
    objects(9_900, { value: '{t1} * 2', type: 'spacing' }),
  ),
  tokens('13 MB of a swatch file', 'ase', filled('AAAA')),
  theme('a theme of 19,000 colours', paletteId, objects(19_000, '#336699')),
  theme('a theme of 10,000 tokens in three modes', paletteId, largeSet(10_000)),
  theme('a theme of 100,000 colours', paletteId, objects(100_000, '#336699')),
  theme('a theme of groups that double each other', paletteId, doubling()),
  theme('8 MB of one text as a theme', paletteId, { a: 'x'.repeat(7.9 * MEGABYTE) }),
  tokens('a set of 10,000 tokens in three modes', 'dtcg', largeSet(10_000)),
];
