import { VISIT_DIMENSIONS } from '../../../dimensions/dimension-names.ts';
import type { VisitDimension } from '../../../dimensions/dimension-names.ts';

/**
 * The columns of a block. It holds visits of one day, a visitor's visits next to each other, and
 * their hits in the order of the visits: one for each page a visit viewed and each event name it
 * sent.
 */
const NUMBER_COLUMNS = [
  /** Of visits: bits of TRAITS. */
  'traits',
  /** Of visits: whole seconds from the first to the last event. */
  'duration',
  /** Of visits, as they stand in `visits`, also of other days. */
  'pageviews',
  'events',
  'engaged',
  'scroll',
  /** Of visits: how many hits each has. */
  'hits',
  /**
   * Of hits: views of the page or events of the name on this day; 0 where there was only
   * engagement.
   */
  'hit_count',
  'hit_engaged',
  'hit_scroll',
] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * Columns of dictionary ids: a visit's value of each dimension, a hit's page, and its event name (0
 * for views).
 */
const CODED_COLUMNS = [...VISIT_DIMENSIONS, 'hit_page', 'hit_name'] as const;
export type CodedColumnName = VisitDimension | 'hit_page' | 'hit_name';

const NUMBERS: ReadonlySet<string> = new Set(NUMBER_COLUMNS);

export const isNumberColumn = (name: ColumnName): name is NumberColumn => NUMBERS.has(name);

export type ColumnName = NumberColumn | CodedColumnName;
export const COLUMNS: readonly ColumnName[] = [...NUMBER_COLUMNS, ...CODED_COLUMNS];

/** Columns of hits; the others are of visits. */
export type HitColumn = Extract<ColumnName, `hit_${string}`>;

export const isHitColumn = (name: ColumnName): name is HitColumn => name.startsWith('hit_');

export const TRAITS = {
  /** Began on this day; others are here for their hits. */
  isOwn: 1,
  isBounce: 2,
  /** Began on an earlier day or goes on on a later one; its id is in `crossing`. */
  crosses: 4,
  /** The first one of its visitor in the block. */
  isNewVisitor: 8,
} as const;

/**
 * A column of small numbers as it is stored. Each takes as few bytes a row as its values allow. Numbers
 * are little-endian, as on every platform that Node.js has images for.
 */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers in the order of the rows. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** A column of few different values: row n holds `values[codes[n]]`. */
export interface CodedColumn {
  readonly values: Int32Array;
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
}

const WIDTHS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;
type Width = keyof typeof WIDTHS;

/** Bytes before the numbers: their width, then nothing, so that they stand where each width may. */
const HEADER = 8;

const widthOf = (largest: number): Width =>
  largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : largest < 2 ** 32 ? 4 : 8;

const bytesOf = (numbers: Numbers | Int32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Whole numbers from 0 on as bytes: a header, then the numbers. */
export const encodeNumbers = (numbers: readonly number[]): Buffer => {
  const width = widthOf(numbers.reduce((largest, number) => Math.max(largest, number), 0));
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(width);
  return Buffer.concat([header, bytesOf(WIDTHS[width].from(numbers))]);
};

const isWidth = (width: number): width is Width => width in WIDTHS;

/** Aligns bytes to a width, as typed arrays require; a driver's buffers start anywhere. */
const aligned = (bytes: Bytes, width: number): Bytes =>
  bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes);

/** Reads what `encodeNumbers` wrote. @throws Error if the bytes are none of its */
export const decodeNumbers = (bytes: Bytes): Numbers => {
  const width = bytes[0] ?? 0;
  if (!isWidth(width) || (bytes.length - HEADER) % width !== 0) throw new Error('not a column of numbers');
  const { buffer, byteOffset, byteLength } = aligned(bytes.subarray(HEADER), width);
  return new WIDTHS[width](buffer, byteOffset, byteLength / width);
};

/** Ids as bytes: how many different ones there are, these, then a code for each row. */
export const encodeCodes = (ids: readonly number[]): Buffer => {
  const codeOf = new Map<number, number>();
  const codes = ids.map((id) => {
    const known = codeOf.get(id);
    if (known !== undefined) return known;
    codeOf.set(id, codeOf.size);
    return codeOf.size - 1;
  });
  const count = Buffer.alloc(4);
  count.writeUInt32LE(codeOf.size);
  return Buffer.concat([count, bytesOf(Int32Array.from(codeOf.keys())), encodeNumbers(codes)]);
};

/** Reads what `encodeCodes` wrote. @throws Error if the bytes are none of its */
export const decodeCodes = (bytes: Bytes): CodedColumn => {
  if (bytes.length < 4) throw new Error('not a column of codes');
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const { buffer, byteOffset } = aligned(bytes.subarray(4, 4 + count * 4), 4);
  const codes = decodeNumbers(bytes.subarray(4 + count * 4));
  if (codes instanceof Float64Array) throw new Error('not a column of codes');
  return { values: new Int32Array(buffer, byteOffset, count), codes };
};
