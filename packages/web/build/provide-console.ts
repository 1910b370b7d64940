import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/**
 * A name for the content of files and folders: 16 hexadecimal digits that change with any of them.
 */
const contentHash = async (paths: { folders: string[]; files: string[] }): Promise<string> => {
  const found = (await Promise.all(paths.folders.map(filesIn))).flat();
  const hash = createHash('sha256');
  for (const file of [...found, ...paths.files].sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

const run = promisify(execFile);
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Everything that the built files are made of. */
const SOURCES = {
  folders: [path('../src'), path('../public'), path('../../client/src'), path('.')],
  files: [
    path('../index.html'),
    path('../package.json'),
    path('../../identity/src/scopes.ts'),
    path('../../../pnpm-lock.yaml'),
  ],
};
/** Of the checkout, so that several platforms share it. */
const OWN_CACHE = path('../node_modules/.cache/console');

/** Things that are built, each with the file that shows that it is there. */
const KINDS = {
  console: 'index.html',
  statistics: 'server.mjs',
  reports: 'server.mjs',
  palette: 'server.mjs',
} as const;
type Kind = keyof typeof KINDS;

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Builds beside the place where the files belong, so that nobody sees half of them. */
const buildInto = async (kind: Kind, cache: string, directory: string): Promise<void> => {
  await mkdir(cache, { recursive: true });
  const workshop = await mkdtemp(join(cache, 'build-'));
  try {
    // In a separate process: the bundler is large, and the platform doesn't need it afterwards.
    await run(process.execPath, [path('main.ts'), workshop, kind]);
    // The first process wins; the files are the same.
    await rename(workshop, directory).catch(async (error: unknown) => {
      if (!(await isThere(join(directory, KINDS[kind])))) throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
};

interface Located {
  readonly directory: string;
  readonly isBuilt: boolean;
}

/**
 * Where built files are for the present sources, or will be once `provide` has built them.
 * @param otherCache used where the checkout can't be written to
 */
export const locate = async (kind: Kind, otherCache: string): Promise<Located> => {
  const name = `${await contentHash(SOURCES)}-${kind}`;
  for (const cache of [OWN_CACHE, otherCache])
    if (await isThere(join(cache, name, KINDS[kind]))) return { directory: join(cache, name), isBuilt: true };
  const isWritable = await mkdir(OWN_CACHE, { recursive: true })
    .then(() => access(OWN_CACHE, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  return { directory: join(isWritable ? OWN_CACHE : otherCache, name), isBuilt: false };
};

/**
 * The folder with built files. They are built if no cache holds them for the present sources; several
 * processes may ask at once.
 * @param otherCache used where the checkout can't be written to
 */
export const provide = async (kind: Kind, otherCache: string): Promise<string> => {
  const { directory, isBuilt } = await locate(kind, otherCache);
  if (!isBuilt) await buildInto(kind, dirname(directory), directory);
  return directory;
};
