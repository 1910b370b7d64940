import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

import { ImportRefusedError } from './import-refused-error.ts';

/** Limits of a ZIP archive: they stop bombs, and leave room for years of exports. */
const MOST_ENTRIES = 100;

const MOST_BYTES = 2 * 1024 ** 3;

/** Daily sums repeat a lot, but not like this. */
const HIGHEST_RATIO = 200;

export const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(new ImportRefusedError('The file is not a readable ZIP archive.', { cause: error }));
    });
  });

export const entriesOf = (zip: ZipFile): Promise<readonly Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    let bytes = 0;
    const refuse = (message: string): void => {
      reject(new ImportRefusedError(message));
    };
    zip.on('entry', (entry: Entry) => {
      if (entries.length >= MOST_ENTRIES) {
        refuse(`The archive holds more than ${MOST_ENTRIES} files.`);
        return;
      }
      bytes += entry.uncompressedSize;
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      if (bytes > MOST_BYTES) refuse('The archive holds more than 2 GB.');
      else if (ratio > HIGHEST_RATIO && entry.uncompressedSize > 1024 ** 2)
        refuse(`${basename(entry.fileName)} is compressed to less than 1/${HIGHEST_RATIO} of its size.`);
      else if ((entry.generalPurposeBitFlag & 1) !== 0) refuse('The archive has a password.');
      else {
        entries.push(entry);
        zip.readEntry();
      }
    });
    zip.on('end', () => {
      resolve(entries);
    });
    zip.on('error', (error: Error) => {
      reject(new ImportRefusedError('The ZIP archive is damaged.', { cause: error }));
    });
    zip.readEntry();
  });

/** Counts what really comes out: an archive may lie about it. */
const bounded = (name: string, most: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new ImportRefusedError(`${name} is longer than the archive says.`));
      else done(null, chunk);
    },
  });
};

export const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) {
        reject(new ImportRefusedError('The ZIP archive is damaged.', { cause: error }));
        return;
      }
      const content = bounded(basename(entry.fileName), entry.uncompressedSize);
      stream.on('error', (cause) => {
        content.destroy(new ImportRefusedError('The ZIP archive is damaged.', { cause }));
      });
      // Errors reach the reader through the pipeline.
      resolve(pipeline(stream, content, () => undefined));
    });
  });

export const isZip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE() === 0x04034b50;
  } finally {
    await file.close();
  }
};
