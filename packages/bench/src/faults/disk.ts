import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SIZE = '1g';
const BLOCK = Buffer.alloc(1024 * 1024);

/** Mounts a small disk in memory over a folder; undefined where that isn't allowed. */
export const mountDisk = async (directory: string): Promise<{ unmount: () => Promise<void> } | undefined> => {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'tmpfs', directory]);
  } catch {
    return undefined;
  }
  return {
    async unmount() {
      await run('umount', ['--lazy', directory]);
    },
  };
};

/** Fills the disk of a folder to the last byte; what it returns makes room again. */
export const fillDisk = async (folder: string): Promise<() => Promise<void>> => {
  const path = join(folder, '..', 'ballast');
  const file = await open(path, 'w');
  try {
    for (let isFull = false; !isFull;)
      isFull = await file.write(BLOCK).then(
        ({ bytesWritten }) => bytesWritten === 0,
        () => true,
      );
  } finally {
    await file.close();
  }
  return () => rm(path);
};
