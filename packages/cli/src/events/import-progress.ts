import { open, readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';

import { writeWhole } from '../tokens/token-lock.ts';

/** What became of a file so far. */
export interface ImportTotals {
  /** Rows that were read and settled, in the order of the file. */
  rows: number;
  stored: number;
  /** Numbers of events that the platform didn't store, by its reason. */
  dropped: Record<string, number>;
  refused: number;
}

/** Remembers beside the file how far its import came. */
export interface ImportProgress {
  totals: ImportTotals;
  save(): Promise<void>;
  finish(): Promise<void>;
}

const HEAD_BYTES = 65_536;

/** Changes when the beginning of a file changes; rows may be added at its end. */
const fingerprintOf = async (file: string, bytes: number): Promise<string> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return `${bytesRead}:${createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex')}`;
  } finally {
    await handle.close();
  }
};

const nothing = (): ImportTotals => ({ rows: 0, stored: 0, dropped: {}, refused: 0 });

/**
 * Opens the progress of a file's import.
 * @param restart true to begin at the first row; rows stored before are dropped by id
 */
export const openProgress = async (file: string, url: string, restart: boolean): Promise<ImportProgress> => {
  const path = `${file}.dap-progress`;
  const text = restart ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  const saved = text === undefined ? undefined : parse(text);
  const length = Number(saved?.fingerprint.split(':')[0] ?? HEAD_BYTES);
  const fits = saved?.url === url && saved.fingerprint === (await fingerprintOf(file, length));
  const totals = fits ? saved.totals : nothing();
  const fingerprint = fits ? saved.fingerprint : await fingerprintOf(file, HEAD_BYTES);
  return {
    totals,
    save: () => writeWhole(path, `${JSON.stringify({ url, fingerprint, totals })}\n`),
    finish: () => rm(path, { force: true }),
  };
};

interface SavedProgress {
  url: string;
  fingerprint: string;
  totals: ImportTotals;
}

const parse = (text: string): SavedProgress | undefined => {
  try {
    return JSON.parse(text) as SavedProgress;
  } catch {
    return undefined;
  }
};
