import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';

import { ImportRefusedError } from './import-refused-error.ts';
import { openZip, entriesOf, openEntry, isZip } from './zip-entries.ts';

/** A CSV file of an upload, opened when its turn comes. */
export interface UploadedFile {
  readonly name: string;
  readonly size: number;
  open(): Promise<Readable>;
}

/**
 * Lists the CSV files of an upload, which is one or a ZIP archive of some, and hands them to `work`.
 * @throws ImportRefusedError for an archive that is damaged, locked or too large
 */
export const withUploadedFiles = async <Result>(
  path: string,
  fileName: string,
  size: number,
  work: (files: readonly UploadedFile[]) => Promise<Result>,
): Promise<Result> => {
  if (!(await isZip(path)))
    return work([{ size, name: basename(fileName), open: () => Promise.resolve(createReadStream(path)) }]);
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const files = entries
      .filter(({ fileName: name }) => /\.csv$/i.test(name) && !name.startsWith('__MACOSX/'))
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
