import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Unlike `mkdir` with `recursive`, which in Node.js 24 tries for ever where
 * a file system takes no folders (`/proc`), it fails with the system's error.
 * @throws ENOTDIR, EEXIST, ENOENT, EACCES, EROFS or ENOSPC
 */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path), mode);
      try {
        await mkdir(path, { mode });
      } catch (again) {
        // Another process may have been faster.
        if ((again as NodeJS.ErrnoException).code !== 'EEXIST') throw again;
      }
      return;
    }
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw error;
  }
};
