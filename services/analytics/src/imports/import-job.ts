import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable, pipeline, Transform } from 'node:stream';
import { pipeline as copy } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { inRequest } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

import { createParamExclusions } from '../exclusions/rules/exclude-params.ts';
import { createStorageRules } from '../exclusions/rules/storage-rules.ts';
import { importSource } from './import-sources.ts';
import type { ImportedDaysStore } from './imported-days-store.ts';
import type { ClaimedImport, ImportsStore } from './imports-store.ts';
import { readRows } from './read-rows.ts';
import { ImportRefusedError, createTally } from './tally.ts';

/** Limits of a ZIP archive: they stop bombs, and leave room for years of exports. */
const MOST_ENTRIES = 100;

const MOST_BYTES = 2 * 1024 ** 3;

/** Daily sums repeat a lot, but not like this. */
const HIGHEST_RATIO = 200;

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(new ImportRefusedError('The file is not a readable ZIP archive.', { cause: error }));
    });
  });

const entriesOf = (zip: ZipFile): Promise<readonly Entry[]> =>
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

/** Counts what really comes out: an archive may lie about it. @param message for more than that */
const bounded = (most: number, message: string): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new ImportRefusedError(message));
      else done(null, chunk);
    },
  });
};

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) {
        reject(new ImportRefusedError('The ZIP archive is damaged.', { cause: error }));
        return;
      }
      const name = basename(entry.fileName);
      const content = bounded(entry.uncompressedSize, `${name} is longer than the archive says.`);
      stream.on('error', (cause) => {
        content.destroy(new ImportRefusedError('The ZIP archive is damaged.', { cause }));
      });
      // Errors reach the reader through the pipeline.
      resolve(pipeline(stream, content, () => undefined));
    });
  });

const packingOf = async (path: string): Promise<'zip' | 'gzip' | undefined> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 4 && buffer.readUInt32LE() === 0x04034b50) return 'zip';
    return bytesRead === 4 && buffer.readUInt16BE() === 0x1f8b ? 'gzip' : undefined;
  } finally {
    await file.close();
  }
};

/** Opens a file that is compressed alone, as GoatCounter and BigQuery export them. */
const openGzip = (path: string, name: string, size: number): Readable => {
  const unpacked = createGunzip();
  const most = Math.min(MOST_BYTES, size * HIGHEST_RATIO + 1024 ** 2);
  const content = bounded(
    most,
    `${name} is compressed to less than 1/${HIGHEST_RATIO} of its size, or holds more than 2 GB.`,
  );
  unpacked.on('error', (cause) => {
    content.destroy(new ImportRefusedError(`${name} is damaged: gzip can’t unpack it.`, { cause }));
  });
  // Errors reach the reader through the pipeline.
  return pipeline(createReadStream(path), unpacked, content, () => undefined);
};

/** A CSV file of an upload, opened when its turn comes. */
interface UploadedFile {
  readonly name: string;
  readonly size: number;
  open(): Promise<Readable>;
}

/**
 * Lists the CSV files of an upload, which is one, also compressed by gzip, or a ZIP archive of some, and
 * hands them to `work`.
 * @throws ImportRefusedError for an archive that is damaged, locked or too large
 */
const withUploadedFiles = async <Result>(
  path: string,
  fileName: string,
  size: number,
  work: (files: readonly UploadedFile[]) => Promise<Result>,
): Promise<Result> => {
  const packing = await packingOf(path);
  const base = basename(fileName);
  const name = base.replace(/\.gz$/i, '');
  if (packing === 'gzip')
    return work([{ size, name, open: () => Promise.resolve(openGzip(path, base, size)) }]);
  if (packing === undefined)
    return work([{ size, name: base, open: () => Promise.resolve(createReadStream(path)) }]);
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    if (entries.some(({ fileName: name }) => name === 'xl/workbook.xml'))
      throw new ImportRefusedError(`${basename(fileName)} is an Excel workbook. It must be CSV.`);
    const files = entries
      .filter(
        ({ fileName: name }) => /\.(csv|tsv|json|jsonl|ndjson)$/i.test(name) && !name.startsWith('__MACOSX/'),
      )
      .map((entry) => ({
        name: basename(entry.fileName),
        size: entry.uncompressedSize,
        open: () => openEntry(zip, entry),
      }));
    if (files.length === 0) throw new ImportRefusedError('The archive holds no CSV file.');
    return await work(files);
  } finally {
    zip.close();
  }
};

interface ImportJobDeps {
  readonly store: ImportsStore;
  readonly days: ImportedDaysStore;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a process may be silent before another one takes its import. */
const CLAIM = 3 * 60_000;
const MOST_ATTEMPTS = 3;
const GIVEN_UP = `The import was given up: the process that reads the file ended ${MOST_ATTEMPTS} times before it was done. Import a shorter period at a time.`;
/** Reading takes the first part of the progress bar, writing days the rest. */
const READ_SHARE = 60;

const leftOutNote = (count: number): string =>
  `The website’s settings left out ${count.toLocaleString('en')} rows: excluded pages, hosts, countries or visitors. Sums of whole days still hold them.`;

/** Thrown where an import was undone while it was being read, or went to another process. */
class ImportGoneError extends Error {
  override readonly name = 'ImportGoneError';
}

/**
 * Works on imports until none is left. A process that dies leaves its import to the next one, which
 * reads the file again; days that are written stay, and each is written once.
 */
export const createImportJob = ({ store, days, logger, now }: ImportJobDeps) => {
  const report = async (claimed: ClaimedImport, progress: number, rows: number): Promise<void> => {
    const isMine = await store.note(claimed, Math.floor(progress), rows, new Date(now() + CLAIM));
    if (!isMine) throw new ImportGoneError();
  };

  const work = async (claimed: ClaimedImport, path: string, signal: AbortSignal | undefined) => {
    const { source, fileName, sizeBytes, domain, timezone, excludeParams, spelling } = claimed;
    const rules = createStorageRules(claimed);
    const tally = createTally(rules.isExcludedCountry);
    const target = importSource(source).start({
      tally,
      domain,
      timezone,
      spelling,
      rules,
      ...createParamExclusions(excludeParams),
    });
    const rows = await withUploadedFiles(path, fileName, sizeBytes, async (files) => {
      const total = files.reduce((sum, { size }) => sum + size, 1);
      let [read, done] = [0, 0];
      for (const file of files) {
        read += await readRows(file.name, await file.open(), target, signal);
        done += file.size;
        await report(claimed, (READ_SHARE * done) / total, read);
      }
      return read;
    });
    await target.finish(signal);
    if (tally.days.size === 0)
      throw new ImportRefusedError(`Nothing in ${fileName} looks like an export from ${source}.`);
    let [index, skipped] = [0, 0];
    for (const day of [...tally.days.keys()].sort()) {
      signal?.throwIfAborted();
      const sums = tally.days.get(day);
      if (sums !== undefined && !(await days.write(claimed, day, sums))) skipped += 1;
      index += 1;
      await report(claimed, READ_SHARE + ((100 - READ_SHARE) * index) / tally.days.size, rows);
    }
    const left = tally.leftOut();
    const notes = [...(target.notes?.() ?? []), ...(left > 0 ? [leftOutNote(left)] : [])];
    const note = notes.join('\n') || null;
    await store.finish(claimed, { note, error: null, skippedDays: skipped }, new Date(now()));
  };

  const run = async (claimed: ClaimedImport, signal: AbortSignal | undefined): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const log = { website_id: claimed.websiteId, import: claimed.id };
    // A large file takes longer than a claim before the first of it is noted.
    const renewal = setInterval(() => {
      store.renew(claimed, new Date(now() + CLAIM)).catch((error: unknown) => {
        logger.warn({ err: error, ...log }, 'could not renew a claim');
      });
    }, CLAIM / 3);
    try {
      const path = join(folder, 'file');
      await copy(Readable.from(store.parts(claimed.websiteId, claimed.id)), createWriteStream(path));
      await work(claimed, path, signal);
      logger.info(log, 'import completed');
    } catch (error) {
      if (error instanceof ImportGoneError) return;
      if (signal?.aborted === true) {
        // A process that is told to stop says nothing about the file.
        await store.release(claimed, claimed.attempts - 1);
        return;
      }
      logger.warn({ err: error, ...log }, 'an import failed');
      const isRefused = error instanceof ImportRefusedError;
      if (!isRefused && claimed.attempts < MOST_ATTEMPTS) {
        await store.release(claimed, claimed.attempts);
        return;
      }
      const text = isRefused ? error.message : 'The import failed. Please try again later.';
      await store.finish(claimed, { error: text, note: null, skippedDays: 0 }, new Date(now()));
    } finally {
      clearInterval(renewal);
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    async run(signal?: AbortSignal): Promise<void> {
      while (signal?.aborted !== true) {
        await store.giveUp(new Date(now()), MOST_ATTEMPTS, GIVEN_UP);
        const claimed = await store.claim(new Date(now()), new Date(now() + CLAIM), MOST_ATTEMPTS);
        if (claimed === undefined) return;
        await inRequest(claimed.requestId, () => run(claimed, signal));
      }
    },
  };
};
