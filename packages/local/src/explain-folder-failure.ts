const CAUSES: Readonly<Record<string, string>> = {
  EROFS: 'is on a file system that is read-only',
  // What making a folder and those above it ends with on a file system that is read-only.
  ENOENT: 'could not be made; its file system may be read-only',
  EACCES: 'may not be written to by this user',
  EPERM: 'belongs to another user',
  ENOTDIR: 'is below a file, not a folder',
  EEXIST: 'is a file, not a folder',
  ENOSPC: 'is on a disk that is full',
};

/** One line that says why the data folder can't be used, and what to do. */
export const explainFolderFailure = (path: string, error: unknown): Error => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = CAUSES[code] ?? `can't be used (${message})`;
  return new Error(`The data folder ${path} ${cause}. Choose another one: DATA_DIR=/path npm start`, {
    cause: error,
  });
};
