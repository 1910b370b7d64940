import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { continentOf, countryName, createGeoLookup } from '../../src/geo/geo-lookup.ts';

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

/**
 * A database in which addresses that begin with the bits of `prefix` have `data`, and all others
 * have none.
 */
const makeDatabase = (prefix: string, ipVersion: 4 | 6, data: Value): Buffer => {
  const nodes = prefix.length;
  const missing = nodes;
  const found = nodes + 16;
  const tree = Buffer.concat(
    Array.from(prefix).map((bit, index) => {
      const next = index === nodes - 1 ? found : index + 1;
      const [left, right] = bit === '0' ? [next, missing] : [missing, next];
      const node = Buffer.alloc(6);
      node.writeUIntBE(left, 0, 3);
      node.writeUIntBE(right, 3, 3);
      return node;
    }),
  );
  const metadata = {
    node_count: nodes,
    record_size: 24,
    ip_version: ipVersion,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'test' },
  };
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    encode(data),
    Buffer.from([0xab, 0xcd, 0xef]),
    Buffer.from('MaxMind.com'),
    encode(metadata),
  ]);
};

const BERLIN = {
  country: { iso_code: 'DE' },
  subdivisions: [{ iso_code: 'BE', names: { en: 'Land Berlin' } }],
  city: { names: { en: 'Berlin', de: 'Berlin' } },
};

describe('the location of an address', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geo-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const lookupIn = async (database: Buffer) => {
    const file = join(folder, 'places.mmdb');
    await writeFile(file, database);
    return createGeoLookup(file);
  };

  it('is country, region and city, as far as the database knows', async () => {
    // 198.51.0.0/16
    const lookup = await lookupIn(makeDatabase('1100011000110011', 4, BERLIN));
    expect(lookup.find('198.51.100.7')).toEqual({ country: 'DE', region: 'Land Berlin', city: 'Berlin' });
    expect(lookup.find('203.0.113.1')).toEqual({ country: null, region: null, city: null });
  });

  it('may be the country alone', async () => {
    const lookup = await lookupIn(makeDatabase('11000110', 4, { country: { iso_code: 'FR' } }));
    expect(lookup.find('198.51.100.7')).toEqual({ country: 'FR', region: null, city: null });
  });

  it('is the country of the database that comes along, where there is no other one', async () => {
    const lookup = await createGeoLookup(undefined);
    expect(lookup.find('193.0.6.139')).toEqual({ country: 'NL', region: null, city: null });
    expect(lookup.find('2001:67c:2e8:22::c100:68b').country).toBe('NL');
    expect(lookup.find('10.0.0.1').country).toBeNull();
    const source = lookup.source?.();
    expect(source).toMatchObject({ isOwn: false, name: 'geo-whois-asn-country (CC0)' });
    expect(source?.builtAt).toBeGreaterThan(Date.parse('2025-01-01'));
    const own = await lookupIn(makeDatabase('11000110', 4, BERLIN));
    expect(own.source?.()).toEqual({ isOwn: true, name: 'Test-City', builtAt: 1_700_000_000_000 });
  });

  it('is empty for anything that is not an address', async () => {
    const lookup = await lookupIn(makeDatabase('11000110', 4, BERLIN));
    for (const text of ['', 'localhost', '198.51.100', '::1']) expect(lookup.find(text).country).toBeNull();
  });

  it('refuses a missing file, and one that is not a database', async () => {
    await expect(createGeoLookup(join(folder, 'nothing.mmdb'))).rejects.toThrow();
    await writeFile(join(folder, 'text.mmdb'), 'not a database');
    await expect(createGeoLookup(join(folder, 'text.mmdb'))).rejects.toThrow();
  });
});

describe('countries', () => {
  it('have names and continents', () => {
    expect([countryName('DE'), countryName('KR'), countryName('ZZ9'), countryName('(other)')]).toEqual([
      'Germany',
      'South Korea',
      'ZZ9',
      '(other)',
    ]);
    expect([continentOf('DE'), continentOf('BR'), continentOf('NP'), continentOf('QQ')]).toEqual([
      'Europe',
      'South America',
      'Asia',
      null,
    ]);
  });
});
