import { zipSync } from 'fflate';

/** ZIP can't hold earlier dates. A fixed one gives the same bytes for the same files. */
const DATE = new Date('1980-01-01T12:00:00');

/** A ZIP of files by their paths; the same files give the same bytes. */
export const zipFiles = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array => {
  const contents = [...files].map(([path, content]): [string, Uint8Array] => [
    path,
    new Uint8Array(Buffer.from(content)),
  ]);
  return zipSync(Object.fromEntries(contents), { mtime: DATE, level: 6 });
};
