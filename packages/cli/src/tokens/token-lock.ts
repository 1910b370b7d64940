import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import type { TokenFile } from './load-config.ts';
import { createHash } from 'node:crypto';
import type { DownloadedExport, DownloadExportOptions, Platform } from '@platform/client';

/**
 * Has the platform make one file of the configuration. An export that it made before is given
 * again.
 */
export const exportTokens = (
  platform: Platform,
  { palette, theme, format, prefix, options }: TokenFile,
  limits: DownloadExportOptions,
): Promise<DownloadedExport> =>
  platform.exports.download(
    {
      format,
      ...(palette === undefined ? {} : { palette_id: palette }),
      ...(theme === undefined ? {} : { theme_id: theme }),
      ...(prefix === undefined ? {} : { prefix }),
      ...(options === undefined ? {} : { options }),
    },
    limits,
  );

/** Returns the SHA-256 of a file in hexadecimal digits; undefined if there is no file. */
export const fileDigest = async (path: string): Promise<string | undefined> => {
  const content = await readFile(path).catch(() => undefined);
  return content && createHash('sha256').update(content).digest('hex');
};

/** Origin of a pulled file, and the SHA-256 of its content. */
export interface LockEntry {
  source: string;
  format: string;
  prefix: string | null;
  options: Readonly<Record<string, unknown>>;
  sha256: string;
}

/** `dap.lock.json`, by the path of each file: it belongs into version control. */
export type TokenLock = Readonly<Record<string, LockEntry>>;

const NAME = 'dap.lock.json';

/** Returns the lock's entry for an entry of the configuration, except the content. */
export const lockedSource = (file: TokenFile): Omit<LockEntry, 'sha256'> => ({
  source: file.palette ?? file.theme ?? '',
  format: file.format,
  prefix: file.prefix ?? null,
  options: Object.fromEntries(Object.entries(file.options ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
});

/** The lock of a folder; empty where there is none. @throws UsageError when it can't be read */
export const readLock = async (folder: string): Promise<TokenLock> => {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return (JSON.parse(text) as { files: TokenLock }).files;
  } catch {
    throw new UsageError(`${NAME} is damaged. Delete it and run dap tokens pull.`);
  }
};

/** Writes a file whole or not at all. */
export const writeWhole = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, content);
  await rename(draft, path);
};

export const writeLock = (folder: string, files: TokenLock): Promise<void> => {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return writeWhole(join(folder, NAME), `${JSON.stringify({ version: 1, files: sorted }, null, 2)}\n`);
};
