import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes Brotli and gzip files beside each script and style sheet of a folder, for the gateway to send. */
export const compressFiles = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      await writeFile(`${file}.br`, await asBrotli(content));
      await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
    }),
  );
};
