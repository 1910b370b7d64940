import type { Readable, Writable } from 'node:stream';
import { once } from 'node:events';
import { SetupError } from '@platform/runtime';

export interface TableHead {
  schema: string;
  table: string;
  /** Generated columns are left out: PostgreSQL computes them again. */
  columns: string[];
  /**
   * Makes the table where no migration does: services make some, such as `secrets`, on their first
   * start.
   */
  create: string[];
  /** `CREATE TABLE … PARTITION OF …` for each partition; empty for an ordinary table. */
  partitions: string[];
}

/** The first frame of a backup: what follows, and what it fits. */
export interface BackupHead {
  format: 1;
  createdAt: string;
  schemas: string[];
  /** Migrations of each schema. A backup goes back into a platform with the same ones. */
  migrations: Record<string, string[]>;
  tables: TableHead[];
  sequences: { schema: string; sequence: string; value: string; isCalled: boolean }[];
  /** Secrets that don't live in the database, by file name. */
  secrets: Record<string, string>;
}

/** A backup is a row of frames: a kind, a length, and so many bytes. */
export const KINDS = { head: 1, rows: 2, endOfTable: 3, end: 4 } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

export interface Frame {
  kind: number;
  payload: Buffer;
}

const HEADER_BYTES = 5;

export const writeFrame = async (
  target: Writable,
  kind: Kind,
  payload: Buffer = Buffer.alloc(0),
): Promise<void> => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(payload.length, 1);
  target.write(header);
  if (!target.write(payload)) await once(target, 'drain');
};

/** Reads frames to the last one. @throws SetupError if the file ends before */
export async function* readFrames(source: Readable): AsyncGenerator<Frame, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const frame = { kind: rest.readUInt8(0), payload: rest.subarray(HEADER_BYTES, end) };
      rest = rest.subarray(end);
      yield frame;
      if (frame.kind === KINDS.end) return undefined;
    }
  }
  throw new SetupError('The backup is incomplete: it ends in the middle.');
}
