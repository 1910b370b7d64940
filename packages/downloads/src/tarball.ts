import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of a package. */
export interface PackedFile {
  /** Below the package's folder, with `/`; at most 90 characters. */
  readonly path: string;
  readonly content: string;
  readonly isExecutable?: boolean;
}

const BLOCK = 512;
/** The time that npm gives every file, so that the same content is the same tarball. */
const MODIFIED_SECONDS = 499_162_500;

const padded = (content: Buffer): Buffer => {
  const rest = content.length % BLOCK;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(BLOCK - rest)]);
};

/** The header of a file by POSIX 1003.1-1988 (ustar). */
const headerOf = (path: string, size: number, mode: number): Buffer => {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  };
  header.write(path, 0, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED_SECONDS, 136, 12);
  header.write(' '.repeat(8), 148, 'ascii');
  header.write('0', 156, 'ascii');
  header.write('ustar\0' + '00', 257, 'ascii');
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
};

/** Packs files as npm does, below `package/`. @throws if a path is too long for a header */
export const toTarball = async (files: readonly PackedFile[]): Promise<Buffer> => {
  const blocks = files.flatMap(({ path, content, isExecutable = false }) => {
    const name = `package/${path}`;
    if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tarball.`);
    const bytes = Buffer.from(content);
    return [headerOf(name, bytes.length, isExecutable ? 0o755 : 0o644), padded(bytes)];
  });
  const archive = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
  return promisify(gzip)(archive, { level: 9 });
};
