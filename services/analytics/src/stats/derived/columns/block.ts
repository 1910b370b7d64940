import { decodeCodes, decodeNumbers } from './column-codec.ts';
import type { Bytes, CodedColumn, Numbers } from './column-codec.ts';
import type { CodedColumnName, ColumnName, NumberColumn } from './columns.ts';
import { TRAITS } from './columns.ts';
import type { LocalDay } from '../../../calendar/local-day.ts';

/**
 * Some columns of a block as bytes, and the ids of its visits that cross midnight, in visit order.
 */
export interface BlockBytes {
  readonly day: LocalDay;
  readonly columns: Readonly<Partial<Record<ColumnName, Bytes>>>;
  readonly crossing: readonly string[];
}

/** A block to count from. Columns are decoded when they are first asked for. */
export interface Block {
  /**
   * What was made of the block under a name before, or is made now. Only the latest name of each kind is
   * kept: all questions of a page have the same filter.
   */
  remembered<Made>(kind: string, name: string, make: () => Made): Made;
  readonly day: LocalDay;
  numbers(name: NumberColumn): Numbers;
  codes(name: CodedColumnName): CodedColumn;
  /** Number of the visitor of each visit, from 0 on. */
  visitors(): Uint32Array;
  /** The id of each visit that crosses midnight, by the visit's number. */
  crossing(): ReadonlyMap<number, string>;
}

/** Decodes a column once and keeps it. */
const onDemand = <Column>(
  { columns }: BlockBytes,
  decode: (bytes: Bytes) => Column,
): ((name: ColumnName) => Column) => {
  const decoded = new Map<ColumnName, Column>();
  return (name) => {
    const known = decoded.get(name);
    if (known !== undefined) return known;
    const bytes = columns[name];
    if (bytes === undefined) throw new Error(`the column ${name} was not read`);
    const column = decode(bytes);
    decoded.set(name, column);
    return column;
  };
};

/** Every list of keys asks again for what is the same for all of them. */
const once = <Result>(make: () => Result): (() => Result) => {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
};

const createMemory = (): Block['remembered'] => {
  const kept = new Map<string, { readonly name: string; readonly made: unknown }>();
  return <Made>(kind: string, name: string, make: () => Made): Made => {
    const known = kept.get(kind);
    if (known?.name === name) return known.made as Made;
    const made = make();
    kept.set(kind, { name, made });
    return made;
  };
};

const toBlock = (bytes: BlockBytes): Block => {
  const numbers = onDemand<Numbers>(bytes, decodeNumbers);
  const codes = onDemand<CodedColumn>(bytes, decodeCodes);
  return {
    day: bytes.day,
    remembered: createMemory(),
    numbers,
    codes,
    visitors: once(() => {
      const traits = numbers('traits');
      const visitors = new Uint32Array(traits.length);
      let visitor = -1;
      for (let visit = 0; visit < traits.length; visit += 1) {
        if ((traits[visit] ?? 0) & TRAITS.isNewVisitor) visitor += 1;
        visitors[visit] = visitor;
      }
      return visitors;
    }),
    crossing: once(() => {
      const ids = new Map<number, string>();
      numbers('traits').forEach((trait, visit) => {
        if (trait & TRAITS.crosses) ids.set(visit, bytes.crossing[ids.size] ?? '');
      });
      return ids;
    }),
  };
};

/** Opened blocks, for as long as their bytes are kept. */
const opened = new WeakMap<BlockBytes, Block>();

/**
 * Opens a block. The same bytes are opened once, so what was decoded for one question is there for the
 * next.
 * @throws Error on access to a column that wasn't read
 */
export const openBlock = (bytes: BlockBytes): Block => {
  const known = opened.get(bytes);
  if (known) return known;
  const block = toBlock(bytes);
  opened.set(bytes, block);
  return block;
};
