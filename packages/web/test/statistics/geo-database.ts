import { writeFile } from 'node:fs/promises';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/** A value in MaxMind's data format: https://maxmind.github.io/MaxMind-DB/#output-data-section */
const encode = (value: Value): Buffer => {
  const head = (type: number, size: number): number[] => {
    const [small, extra] = size < 29 ? [size, []] : [29, [size - 29]];
    return type <= 7 ? [(type << 5) | small, ...extra] : [small, type - 7, ...extra];
  };
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from(head(2, Buffer.byteLength(value))), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from(head(6, 4)), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([Buffer.from(head(11, value.length)), ...(value as readonly Value[]).map(encode)]);
  const entries = Object.entries(value as Record<string, Value>);
  return Buffer.concat([
    Buffer.from(head(7, entries.length)),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
};

/** A block of IPv4 addresses, and where it is. */
export interface PlacedBlock {
  /** `198.51.100.0/24`. */
  readonly block: string;
  readonly country: string;
  readonly region?: string;
  readonly city?: string;
}

const bitsOf = (block: string): string => {
  const [address = '', length = '32'] = block.split('/');
  const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return bits.join('').slice(0, Number(length));
};

const dataOf = ({ country, region, city }: PlacedBlock): Buffer =>
  encode({
    country: { iso_code: country },
    ...(region !== undefined && { subdivisions: [{ names: { en: region } }] }),
    ...(city !== undefined && { city: { names: { en: city } } }),
  });

/** Writes a database in MaxMind's format that places these blocks and no other address. */
export const writeGeoDatabase = async (file: string, blocks: readonly PlacedBlock[]): Promise<void> => {
  const nodes: [left: number | undefined, right: number | undefined][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  const leaves: { node: number; side: 0 | 1; offset: number }[] = [];
  let size = 0;
  for (const block of blocks) {
    const bits = Array.from(bitsOf(block.block), (bit) => (bit === '1' ? 1 : 0));
    const last = bits.pop() ?? 0;
    let at = 0;
    for (const bit of bits) {
      const node = nodes[at] as (typeof nodes)[number];
      if (node[bit] === undefined) node[bit] = nodes.push([undefined, undefined]) - 1;
      at = node[bit];
    }
    leaves.push({ node: at, side: last, offset: size });
    const encoded = dataOf(block);
    data.push(encoded);
    size += encoded.length;
  }
  const count = nodes.length;
  for (const { node, side, offset } of leaves) (nodes[node] as [number, number])[side] = count + 16 + offset;
  const tree = Buffer.concat(
    nodes.map(([left, right]) => {
      const node = Buffer.alloc(6);
      node.writeUIntBE(left ?? count, 0, 3);
      node.writeUIntBE(right ?? count, 3, 3);
      return node;
    }),
  );
  const metadata = encode({
    node_count: count,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'test' },
  });
  const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  await writeFile(file, Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata]));
};
