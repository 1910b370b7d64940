import fc from 'fast-check';

import {
  decodeCodes,
  decodeNumbers,
  encodeCodes,
  encodeNumbers,
} from '../../src/stats/derived/columns/column-codec.ts';

/** The same bytes at an odd address, as a driver may hand them out. */
const elsewhere = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(bytes.length + 1);
  larger.set(bytes, 1);
  return larger.subarray(1);
};

const number = fc.oneof(
  fc.nat(255),
  fc.nat(65_535),
  fc.nat(2 ** 31 - 1),
  fc.maxSafeNat(),
  fc.constantFrom(0, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32),
);

describe('encoded columns', () => {
  it('are read back as written: numbers', () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect([...decodeNumbers(elsewhere(encodeNumbers(numbers)))]).toEqual(numbers);
      }),
    );
  });

  it('are read back as written: ids', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(5), fc.nat(2 ** 31 - 1))), (ids) => {
        const { values, codes } = decodeCodes(elsewhere(encodeCodes(ids)));
        expect(Array.from(codes, (code) => values[code])).toEqual(ids);
        expect(new Set(values).size).toBe(values.length);
      }),
    );
  });

  it('take as few bytes per row as the values allow', () => {
    const bytesARow = (numbers: number[]) => (encodeNumbers(numbers).length - 8) / numbers.length;
    expect([[1, 255], [256], [65_535], [65_536], [2 ** 32]].map(bytesARow)).toEqual([1, 2, 2, 4, 8]);
    const many = Array.from({ length: 257 }, (_, id) => id * 1000);
    expect(encodeCodes(many.slice(1)).length).toBe(4 + 256 * 4 + 8 + 256);
    expect(encodeCodes(many).length).toBe(4 + 257 * 4 + 8 + 257 * 2);
  });

  it('are refused when truncated or of another kind', () => {
    expect(() => decodeNumbers(new Uint8Array(0))).toThrow('not a column of numbers');
    expect(() =>
      decodeNumbers(encodeNumbers([70_000, 2]).subarray(0, -1) as Uint8Array<ArrayBuffer>),
    ).toThrow('not a column of numbers');
    expect(() => decodeNumbers(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0))).toThrow('not a column of numbers');
    expect(() => decodeCodes(new Uint8Array(3))).toThrow('not a column of codes');
    expect(() => decodeCodes(encodeCodes([1, 2, 3]).subarray(0, 9) as Uint8Array<ArrayBuffer>)).toThrow(
      'not a column of',
    );
  });
});
